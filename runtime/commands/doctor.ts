/** `guidon doctor`: what is there, what is missing, and the next step. */
import { diagnose } from "../doctor/doctor.ts";
import { VERSION } from "../version.ts";
import { visibleText } from "../visibleText.ts";
import { commandSetting, withRuntime, type CommandOptions } from "./commandRuntime.ts";
import { EXIT } from "./failure.ts";
import { paint, print, printJson } from "./output.ts";

export async function doctor(options: CommandOptions & { json?: boolean }): Promise<void> {
  await withRuntime({ ...options, trust: true }, async (runtime) => {
    const { environment, dataDir } = commandSetting();
    const findings = await diagnose(runtime, environment);
    if (options.json) printJson({ version: VERSION, dataDirectory: dataDir, findings });
    else {
      print(`Guidon ${VERSION}`);
      for (const { what, state, text, next } of findings) {
        const mark = {
          ok: paint("green", "ok     "),
          warning: paint("yellow", "warning"),
          missing: paint("red", "missing"),
        }[state];
        print(`${mark}  ${what}: ${visibleText(text)}${next ? `\n         Next: ${visibleText(next)}` : ""}`);
      }
    }
    process.exitCode = findings.some(({ state }) => state === "missing") ? EXIT.machine : EXIT.ok;
  });
}
