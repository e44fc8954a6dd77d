import { diagnose } from "../doctor/doctor.ts";
import { VERSION } from "../version.ts";
import type { ControlDeps, HandlersOf } from "./deps.ts";

export function doctorHandlers({ runtime, environment }: ControlDeps): HandlersOf<"doctor"> {
  return {
    doctor: async () => ({ version: VERSION, findings: await diagnose(runtime, environment) }),
  };
}
