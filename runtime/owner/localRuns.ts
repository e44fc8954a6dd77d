/** Runs that happen in this process: for its own clients, and for peers where it owns the folder. */
import type { Approvals } from "../consent/approvals.ts";
import type { Services } from "../run/services.ts";
import { withEnvironmentSecrets } from "../secrets/moreSecrets.ts";
import type { Registry } from "../tools/registry.ts";
import type { LocalRuns } from "./sharedRuns.ts";

export function createLocalRuns(options: {
  services: Services;
  folder: string;
  registry: Registry;
  approvals: Approvals;
  /** Whether this process's own clients need no stored approval. */
  trust: boolean;
}): LocalRuns {
  const { services, folder, registry, approvals, trust } = options;
  const { runTool, deps } = services;
  const journal = services.journalOf(folder);
  const relayed = services.relayedOf(folder);
  const hide = (secrets: Readonly<Record<string, string>>): void => {
    for (const [name, value] of Object.entries(secrets)) deps.redactor.add(name, value.trim());
  };
  return {
    admit: ({ secrets }) => hide(secrets),
    run(request, peer) {
      if (!peer) {
        const secrets = services.secretsOf(folder);
        return runTool({ ...deps, approvals }, { folder, registry, secrets }, { ...request, trusted: trust });
      }
      // What this process was started with says nothing of its peers.
      const secrets = withEnvironmentSecrets(services.peerSecretsOf(folder), new Map(Object.entries(peer.secrets)));
      const http = services.httpThrough(peer.proxies);
      return runTool(
        { ...deps, approvals, http },
        { folder, registry, secrets },
        { ...request, trusted: peer.trusted },
      );
    },
    runs: {
      list: async () => journal.list(),
      resultOf: async (id) => journal.resultOf(id),
      cancel: async (id) => journal.cancel(id),
      clear: async () => journal.clear(),
      onDidChange: (listener) => journal.onDidChange(listener),
      onDidClear: (listener) => journal.onDidClear(listener),
      onAttention: (listener) => journal.onAttention(listener),
    },
    relay(secrets, from) {
      hide(secrets);
      relayed.replace(secrets, from);
    },
    relayedNames: () => relayed.list(),
  };
}
