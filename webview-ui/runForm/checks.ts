/** What can be said of a value as it is typed. The runtime has the last word; patterns are left to it, since some would hang this view. */
import type { Json, JsonObject } from "../../runtime/contract/tools.ts";
import { t } from "../shared/l10n.ts";

export function textProblem(value: string, schema: JsonObject): string | undefined {
  const length = [...value].length;
  const { minLength, maxLength } = schema;
  if (typeof minLength === "number" && length < minLength)
    return t("Must have at least {0} characters; it has {1}.", minLength, length);
  if (typeof maxLength === "number" && length > maxLength)
    return t("Must have at most {0} characters; it has {1}.", maxLength, length);
  return undefined;
}

export function numberProblem(value: number, schema: JsonObject, integer: boolean): string | undefined {
  if (integer && !Number.isInteger(value)) return t("Must be a whole number.");
  if (Number.isInteger(value) && !Number.isSafeInteger(value)) return t("Is too large to be exact.");
  const { least, above, most, below } = limitsOf(schema);
  if (least !== undefined && value < least) return t("Must be at least {0}.", least);
  if (above !== undefined && value <= above) return t("Must be more than {0}.", above);
  if (most !== undefined && value > most) return t("Must be at most {0}.", most);
  if (below !== undefined && value >= below) return t("Must be less than {0}.", below);
  const step = schema["multipleOf"];
  if (typeof step === "number" && step > 0) {
    const times = value / step;
    if (Math.abs(times - Math.round(times)) > 1e-9 * Math.max(1, Math.abs(times)))
      return t("Must be a multiple of {0}.", step);
  }
  return undefined;
}

export function listProblem(items: readonly (Json | undefined)[], schema: JsonObject): string | undefined {
  const { minItems, maxItems } = schema;
  if (minItems === 1 && items.length === 0) return t("Must have at least one item.");
  if (typeof minItems === "number" && items.length < minItems)
    return t("Must have at least {0} items; it has {1}.", minItems, items.length);
  if (typeof maxItems === "number" && items.length > maxItems)
    return t("Must have at most {0} items; it has {1}.", maxItems, items.length);
  if (schema["uniqueItems"] !== true) return undefined;
  const texts = items.map((item) => JSON.stringify(item));
  const twice = texts.findIndex((text, index) => text !== undefined && texts.indexOf(text) < index);
  return twice < 0 ? undefined : t("Item {0} is there already.", twice + 1);
}

interface Limits {
  least: number | undefined;
  above: number | undefined;
  most: number | undefined;
  below: number | undefined;
}

/** Both spellings of the exclusive limits: a number of its own, or `true` beside the other one. */
export function limitsOf(schema: JsonObject): Limits {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum } = schema;
  return {
    least: exclusiveMinimum === true ? undefined : numberOr(minimum),
    above: exclusiveMinimum === true ? numberOr(minimum) : numberOr(exclusiveMinimum),
    most: exclusiveMaximum === true ? undefined : numberOr(maximum),
    below: exclusiveMaximum === true ? numberOr(maximum) : numberOr(exclusiveMaximum),
  };
}

/** "Whole number, from 1 to 10." undefined: there is nothing to say. */
export function rangeText(schema: JsonObject): string | undefined {
  const { least, above, most, below } = limitsOf(schema);
  if (least !== undefined && most !== undefined) return t("From {0} to {1}.", least, most);
  if (least !== undefined) return t("At least {0}.", least);
  if (above !== undefined) return t("More than {0}.", above);
  if (most !== undefined) return t("At most {0}.", most);
  return below === undefined ? undefined : t("Less than {0}.", below);
}

function numberOr(value: Json | undefined): number | undefined {
  return typeof value === "number" ? value : undefined;
}
