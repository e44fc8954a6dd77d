/** Names of secrets. */
import { ToolError } from "../errors.ts";
import { SECRET_NAME } from "../headerTemplate.ts";

/** @throws ToolError InvalidArgument */
export function checkSecretName(name: string): void {
  if (!SECRET_NAME.test(name))
    throw new ToolError("InvalidArgument", `${JSON.stringify(name.slice(0, 80))} cannot be the name of a secret`, {
      hint: "Names have letters, digits and _, do not start with a digit, and have at most 64 characters.",
    });
}

/** The step that sets a secret, for hints. */
export function howToSet(name: string): string {
  return `guidon secrets set ${name}`;
}
