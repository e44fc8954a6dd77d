/** Answers to alert, confirm, prompt and "leave this page?" of a run's pages. A dialog stops its page, so each is answered at once. */
import type { LogLevel } from "../contract/guest.ts";
import type { ToolError } from "../errors.ts";

export type DialogType = "alert" | "confirm" | "prompt" | "beforeunload";

export interface Dialog {
  type: DialogType;
  message: string;
  defaultText: string;
}

export interface DialogAnswer {
  accept: boolean;
  text?: string | undefined;
}

export interface Dialogs {
  /** Decides over the next dialog that nobody else waits for; armed when called. */
  expectNext(answer: DialogAnswer): {
    shown: Promise<{ type: DialogType; message: string }>;
    cancel(error: ToolError): void;
  };
  answer(dialog: Dialog): DialogAnswer;
}

interface Expected {
  answer: DialogAnswer;
  shown(dialog: { type: DialogType; message: string }): void;
}

/** Unexpected ones: alert and leaving are accepted, questions are declined, and the run's log says so. */
export function createDialogs(log: (level: LogLevel, text: string) => void): Dialogs {
  const expected: Expected[] = [];
  return {
    expectNext(answer) {
      const { promise, resolve, reject } = Promise.withResolvers<{ type: DialogType; message: string }>();
      const entry = { answer, shown: resolve };
      expected.push(entry);
      const cancel = (error: ToolError) => {
        const at = expected.indexOf(entry);
        if (at >= 0) expected.splice(at, 1);
        reject(error);
      };
      return { shown: promise, cancel };
    },
    answer({ type, message, defaultText }) {
      const next = expected.shift();
      if (next) {
        next.shown({ type, message });
        return { accept: next.answer.accept, text: next.answer.text ?? defaultText };
      }
      const accept = type === "alert" || type === "beforeunload";
      log(
        accept ? "info" : "warn",
        `The page showed ${nameOf(type)}${message ? `: "${message.slice(0, 300)}"` : ""}; it was ${accept ? "accepted" : "dismissed"}.`,
      );
      return { accept };
    },
  };
}

const nameOf = (type: DialogType) =>
  type === "beforeunload" ? 'the question "leave this page?"' : `${type === "alert" ? "an" : "a"} ${type}`;
