/** Messages between the extension and the form of a tool. Types only. */
import type { ArgumentProblem } from "../../runtime/contract/control.ts";
import type { Json, JsonObject } from "../../runtime/contract/tools.ts";
import type { ResultAction, ShownRun } from "../result/protocol.ts";

export interface FormKey {
  /** URI of the workspace folder. */
  folder: string;
  tool: string;
}

export type ToForm =
  | {
      type: "form";
      key: FormKey;
      title: string;
      description: string;
      parameters: JsonObject;
      /** What the form shows at first: the last values, or the same as `initial`. */
      args: JsonObject;
      /** What Reset brings back: defaults and the example. */
      initial: JsonObject;
      /** True: `args` take the place of what the person is typing. */
      replace: boolean;
      /** True: the person opened the form just now. */
      opened: boolean;
      /** Why the tool cannot run as it is: a sentence. */
      why?: string;
    }
  /** The tool is not in tools.json any more, or the runtime does not answer: a sentence. */
  | { type: "unavailable"; why: string }
  /** The runtime's word on the arguments of check number `serial`. */
  | { type: "problems"; serial: number; problems: ArgumentProblem[] }
  /** The run was refused before it began, or its person said no. */
  | { type: "notRun"; problems: ArgumentProblem[] }
  | { type: "run"; run: ShownRun };

export type FromForm =
  | { type: "ready"; key?: FormKey }
  | { type: "check"; serial: number; args: Json }
  /** @param remember the arguments without what looks secret */
  | { type: "start"; args: JsonObject; remember: JsonObject }
  | { type: "copyCall"; args: JsonObject }
  | ResultAction;

export interface FormState {
  key: FormKey;
  /** What was typed, without what looks secret. */
  draft: JsonObject;
  mode: "form" | "json";
  /** Of the JSON editor, when it cannot be read as JSON. */
  text?: string;
  /** What the schema was; a draft of another one is not used. */
  schema: string;
  /** See ../result/keptRun.ts. */
  run?: ShownRun;
}
