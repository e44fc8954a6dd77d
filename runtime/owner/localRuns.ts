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
  const { runTool, deps, secretsOf, relayedOf } = services;
  const journal = services.journalOf(folder);
  const relayed = relayedOf(folder);
  return {
    run(request, peer) {
      const own = secretsOf(folder);
      const secrets = peer && peer.secrets.size > 0 ? withEnvironmentSecrets(own, peer.secrets) : own;
      // What this process was started with says nothing of its peers.
      const trusted = peer?.trusted ?? trust;
      return runTool({ ...deps, approvals }, { folder, registry, secrets }, { ...request, trusted });
    },
    runs: {
      list: async () => journal.list(),
      resultOf: async (id) => journal.resultOf(id),
      cancel: async (id) => journal.cancel(id),
      clear: async () => journal.clear(),
      onDidChange: (listener) => journal.onDidChange(listener),
      onAttention: (listener) => journal.onAttention(listener),
    },
    relay: (secrets) => relayed.replace(secrets),
    relayedNames: () => relayed.list(),
  };
}
