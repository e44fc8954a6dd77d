/** The hosts that an author wrote into a script. Where a tool declares no allowedHosts, only these may receive its headers. */

/** An http address up to the end of its host. What follows must end the host, or it is not the whole host that stands there. */
const ADDRESS = /\bhttps?:\/\/([^\s"'`<>\\/?#$@%{}()|,;*]+)(?=[\s"'`<>/?#),;*]|\\[nrt]|$)/gi;

/**
 * Hosts with their ports as URL.host gives them ("api.example.com", "127.0.0.1:8080"), sorted. A host that is put together
 * (`https://${name}.example.com`) or that has a user name before it is not literal.
 */
export function literalHosts(sources: Iterable<string>): string[] {
  const hosts = new Set<string>();
  for (const source of sources) {
    for (const [address] of source.matchAll(ADDRESS)) {
      const host = URL.parse(address)?.host;
      if (host) hosts.add(host);
    }
  }
  return [...hosts].toSorted();
}
