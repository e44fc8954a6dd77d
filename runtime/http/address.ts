/** Addresses that no request may reach, whatever a workspace allows: the metadata services of clouds, which hand out keys to whoever asks. */
import { BlockList, isIP } from "node:net";
import { lookup } from "node:dns";
import type { LookupFunction } from "node:net";
import { ToolError } from "../errors.ts";

/** Link-local as a whole (AWS, Azure, Google and others at 169.254.169.254, ECS at 169.254.170.2), and those that live elsewhere. */
const V4_RANGES: readonly (readonly [address: string, prefix: number])[] = [
  ["169.254.0.0", 16],
  ["100.100.100.200", 32],
  ["168.63.129.16", 32],
  ["192.0.0.192", 32],
];
const V6_RANGES: readonly (readonly [address: string, prefix: number])[] = [
  ["fe80::", 10],
  ["fd00:ec2::", 32],
  ["fd20:ce::254", 128],
];
const NAMES: ReadonlySet<string> = new Set([
  "metadata.google.internal",
  "metadata.goog",
  "metadata",
  "metadata.azure.internal",
  "instance-data",
  "instance-data.ec2.internal",
]);

const refused = createBlockList();

function createBlockList(): BlockList {
  const list = new BlockList();
  for (const [address, prefix] of V6_RANGES) list.addSubnet(address, prefix, "ipv6");
  for (const [address, prefix] of V4_RANGES) {
    list.addSubnet(address, prefix, "ipv4");
    // BlockList sees through ::ffff:a.b.c.d by itself; these other IPv6 spellings of an IPv4 address it does not.
    const bytes = address.split(".").map((part) => Number(part).toString(16).padStart(2, "0"));
    const hex = `${bytes[0]}${bytes[1]}:${bytes[2]}${bytes[3]}`;
    list.addSubnet(`::${hex}`, 96 + prefix, "ipv6");
    list.addSubnet(`64:ff9b::${hex}`, 96 + prefix, "ipv6");
    list.addSubnet(`2002:${hex}::`, 16 + prefix, "ipv6");
  }
  return list;
}

/** @param hostname as URL.hostname gives it. @throws ToolError BlockedByPolicy */
export function checkAddress(hostname: string): void {
  if (isRefused(hostname)) throw refusal(hostname);
}

/** Whether the name or address is this machine. Names other than localhost depend on a resolver and do not count. */
export function isLoopback(hostname: string): boolean {
  const host = bare(hostname);
  return host === "localhost" || host === "::1" || (isIP(host) === 4 && host.startsWith("127."));
}

/** Resolves as Node does, and refuses a name that leads to a refused address: the check is on the address that the socket gets. */
export const guardedLookup: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, options, (error, address, family) => {
    const addresses = Array.isArray(address) ? address.map((each) => each.address) : [address];
    if (!error && addresses.some((each) => isRefused(each))) {
      const blocked: NodeJS.ErrnoException = refusal(hostname);
      callback(blocked, address, family);
      return;
    }
    callback(error, address, family);
  });
};

function isRefused(hostname: string): boolean {
  const host = bare(hostname);
  const version = isIP(host);
  if (version === 0) return NAMES.has(host);
  return refused.check(host, version === 4 ? "ipv4" : "ipv6");
}

function refusal(hostname: string): ToolError {
  return new ToolError(
    "BlockedByPolicy",
    `${bare(hostname)} is the address of a cloud's metadata service; requests to it are refused`,
    {
      hint: "Scripts cannot reach link-local and metadata addresses. No setting changes that.",
    },
  );
}

function bare(hostname: string): string {
  return hostname
    .toLowerCase()
    .replace(/^\[(.*)\]$/, "$1")
    .replace(/\.$/, "");
}
