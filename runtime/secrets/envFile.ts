/** A .env file: which of what it sets can be secrets. */
import { parseEnv } from "node:util";
import { SECRET_NAME } from "../headerTemplate.ts";
import { checkValue } from "./values.ts";

export interface EnvFile {
  /** Name → value, trimmed. */
  usable: Map<string, string>;
  /** Names, where the name or the value cannot be one of a secret. */
  unusable: string[];
}

/** Nothing in the file is filled in from the environment. Never throws. */
export function readEnvText(text: string): EnvFile {
  const usable = new Map<string, string>();
  const unusable: string[] = [];
  for (const [name, given = ""] of Object.entries(parseEnv(text))) {
    const value = given.trim();
    if (canBeSecret(name, value)) usable.set(name, value);
    else unusable.push(name);
  }
  return { usable, unusable };
}

function canBeSecret(name: string, value: string): boolean {
  if (!SECRET_NAME.test(name)) return false;
  try {
    checkValue(name, value);
    return true;
  } catch {
    return false;
  }
}
