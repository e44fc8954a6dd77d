/** Which addresses a page may have. The browser itself refuses file:, chrome: and the like when a page asks for them; scripts ask here. */
import { BlockList, isIP } from "node:net";
import { ToolError } from "../errors.ts";

/** Machine identity services of cloud providers: whoever reads them acts as the machine. Never reachable, whatever is granted. */
const METADATA_NAMES = ["metadata.google.internal", "metadata.goog", "instance-data", "instance-data.ec2.internal"];
const metadata = new BlockList();
metadata.addSubnet("169.254.0.0", 16, "ipv4");
metadata.addAddress("100.100.100.200", "ipv4");
metadata.addAddress("192.0.0.192", "ipv4");
metadata.addAddress("fd00:ec2::254", "ipv6");
metadata.addAddress("fd20:ce::254", "ipv6");
metadata.addSubnet("fe80::", 10, "ipv6");

/** The same for what pages ask for: host patterns that the browser resolves to nothing. IPv6 stands without brackets here. */
export const HOST_RESOLVER_RULES = [
  ...METADATA_NAMES,
  "169.254.*",
  "100.100.100.200",
  "192.0.0.192",
  "::ffff:a9fe:*",
  "::a9fe:*",
  "64:ff9b::a9fe:*",
  "::ffff:6464:64c8",
  "fd00:ec2::254",
  "fd20:ce::254",
  "fe80::*",
]
  .map((pattern) => `MAP ${pattern} ~NOTFOUND`)
  .join(",");

const LONGEST_URL = 100_000;

/** The address as the browser writes it. Throws InvalidArgument or BlockedByPolicy. */
export function checkUrl(text: string): string {
  if (text === "about:blank") return text;
  if (text.length > LONGEST_URL)
    throw new ToolError(
      "InvalidArgument",
      `The address has ${text.length} characters; at most ${LONGEST_URL} are allowed`,
    );
  if (!URL.canParse(text)) {
    throw new ToolError("InvalidArgument", `"${shorten(text)}" is not a whole address`, {
      hint: "Give it with its scheme, such as https://example.com/.",
    });
  }
  const url = new URL(text);
  if (url.protocol !== "http:" && url.protocol !== "https:") {
    throw blocked(`"${shorten(text)}" cannot be opened: only http:, https: and about:blank are`);
  }
  if (isMetadataHost(url.hostname)) throw metadataBlocked(url.hostname);
  return url.href;
}

export function metadataBlocked(host: string): ToolError {
  return blocked(`${host} is an address of the machine's own identity service, which pages and scripts never reach`);
}

/** @param hostname as of `URL`: IPv6 in brackets. */
export function isMetadataHost(hostname: string): boolean {
  const host = hostname
    .replace(/^\[|\]$/g, "")
    .replace(/\.$/, "")
    .toLowerCase();
  const kind = isIP(host);
  if (kind === 0) return METADATA_NAMES.includes(host);
  if (kind === 4) return metadata.check(host, "ipv4");
  if (metadata.check(host, "ipv6")) return true;
  const embedded = /^(?:::ffff:|::|64:ff9b::)([0-9a-f]{1,4}):([0-9a-f]{1,4})$/.exec(host);
  if (!embedded) return false;
  const [high, low] = [parseInt(embedded[1] ?? "", 16), parseInt(embedded[2] ?? "", 16)];
  return metadata.check([high >> 8, high & 255, low >> 8, low & 255].join("."), "ipv4");
}

const blocked = (message: string) =>
  new ToolError("BlockedByPolicy", message, {
    hint: "Use an http or https address of the site itself.",
    retryable: false,
  });

const shorten = (text: string) => (text.length > 200 ? `${text.slice(0, 200)}…` : text);
