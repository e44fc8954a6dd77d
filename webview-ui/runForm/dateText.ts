/** Between what JSON schema calls a date, time and date-time, and what date inputs hold. New times are in the person's own time zone. */

interface Temporal {
  type: "date" | "time" | "datetime-local";
  /** undefined: it cannot be shown. */
  toInput(text: string): string | undefined;
  /** @param before the text that was there, whose time zone a time keeps */
  toText(input: string, before: string | undefined): string;
}

const TIME = /^(\d\d:\d\d)(:\d\d)?(?:\.\d+)?(z|[+-]\d\d:?\d\d)?$/i;
const DATE_TIME = /^\d{4}-\d\d-\d\d[t ]\d\d:\d\d(:\d\d)?(\.\d+)?(z|[+-]\d\d:?\d\d)?$/i;

export const temporal: Record<"date" | "time" | "dateTime", Temporal> = {
  date: {
    type: "date",
    toInput: (text) => (/^\d{4}-\d\d-\d\d$/.test(text) ? text : undefined),
    toText: (input) => input,
  },
  time: {
    type: "time",
    toInput(text) {
      const [whole, minutes, seconds] = TIME.exec(text) ?? [];
      return whole === undefined ? undefined : `${minutes}${seconds ?? ":00"}`;
    },
    toText: (input, before) => withSeconds(input) + (TIME.exec(before ?? "")?.[3] ?? offsetText(new Date())),
  },
  dateTime: {
    type: "datetime-local",
    toInput(text) {
      const time = DATE_TIME.test(text) ? new Date(text) : undefined;
      return time === undefined || Number.isNaN(time.getTime()) ? undefined : localText(time);
    },
    toText: (input) => withSeconds(input) + offsetText(new Date(input)),
  },
};

function localText(time: Date): string {
  const two = (number: number): string => String(number).padStart(2, "0");
  const day = `${String(time.getFullYear()).padStart(4, "0")}-${two(time.getMonth() + 1)}-${two(time.getDate())}`;
  return `${day}T${two(time.getHours())}:${two(time.getMinutes())}:${two(time.getSeconds())}`;
}

function withSeconds(input: string): string {
  const short = /(?:^|T)\d\d:\d\d$/.test(input);
  return short ? `${input}:00` : input.replace(/\.\d+$/, "");
}

/** "+02:00", "Z" */
function offsetText(time: Date): string {
  const minutes = -time.getTimezoneOffset();
  if (minutes === 0) return "Z";
  const two = (number: number): string => String(Math.floor(Math.abs(number))).padStart(2, "0");
  return `${minutes < 0 ? "-" : "+"}${two(minutes / 60)}:${two(minutes % 60)}`;
}
