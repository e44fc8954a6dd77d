/**
 * The built-ins the guest's own code relies on, taken before any script runs: a script that replaces `Promise.prototype.then` or
 * `JSON.stringify` spoils its own values, not the call protocol.
 */
const { bind, call } = Function.prototype;

type Unbound<This, Args extends unknown[], Result> = (self: This, ...args: Args) => Result;

/** `slice.call(text, 1)` as `stringSlice(text, 1)`, without looking anything up at the time of the call. */
export const uncurryThis = bind.bind(call) as <This, Args extends unknown[], Result>(
  method: (this: This, ...args: Args) => Result,
) => Unbound<This, Args, Result>;

export const { apply, getPrototypeOf, ownKeys } = Reflect;
export const { create, defineProperty, freeze, isFrozen, keys } = Object;
export const { isArray } = Array;
export const { stringify, parse } = JSON;
export const { max, min, floor } = Math;
export const { now } = Date;
export const { fromCharCode } = String;
export const { isFinite: isFiniteNumber, isInteger } = Number;
export const { captureStackTrace } = Error as unknown as {
  captureStackTrace(target: object, above?: (...args: never[]) => unknown): void;
};

export const PromiseClass = Promise;
export const ErrorClass = Error;
export const MapClass = Map;
export const SetClass = Set;
export const DateClass = Date;
export const RegExpClass = RegExp;
export const ArrayBufferClass = ArrayBuffer;
export const DataViewClass = DataView;
export const Uint8ArrayClass = Uint8Array;
export const isView = ArrayBuffer.isView;

export const functionToString = uncurryThis(Function.prototype.toString);
export const objectToString = uncurryThis(Object.prototype.toString);
export const hasOwn = Object.hasOwn;
export const numberToString = uncurryThis(Number.prototype.toString);
export const numberValueOf = uncurryThis(Number.prototype.valueOf);
export const stringValueOf = uncurryThis(String.prototype.valueOf);
export const booleanValueOf = uncurryThis(Boolean.prototype.valueOf);
export const bigintToString = uncurryThis(BigInt.prototype.toString);
export const symbolToString = uncurryThis(Symbol.prototype.toString);
export const dateToISOString = uncurryThis(Date.prototype.toISOString);
export const dateGetTime = uncurryThis(Date.prototype.getTime);
export const regExpToString = uncurryThis(RegExp.prototype.toString);
export const arrayJoin = uncurryThis(Array.prototype.join);

export const charCodeAt = uncurryThis(String.prototype.charCodeAt);
export const stringIndexOf = uncurryThis(String.prototype.indexOf);
export const stringSlice = uncurryThis(String.prototype.slice);
export const stringSplit = uncurryThis(String.prototype.split as (this: string, separator: string) => string[]);
export const stringReplaceAll = uncurryThis(
  String.prototype.replaceAll as (this: string, search: string, replacement: string) => string,
);
export const stringToLowerCase = uncurryThis(String.prototype.toLowerCase);
export const stringToWellFormed = uncurryThis(String.prototype.toWellFormed);

export const mapGet = uncurryThis(Map.prototype.get as (this: Map<unknown, unknown>, key: unknown) => unknown);
export const mapSet = uncurryThis(
  Map.prototype.set as (this: Map<unknown, unknown>, key: unknown, value: unknown) => Map<unknown, unknown>,
);
export const mapDelete = uncurryThis(Map.prototype.delete as (this: Map<unknown, unknown>, key: unknown) => boolean);
export const mapClear = uncurryThis(Map.prototype.clear);
export const mapForEach = uncurryThis(
  Map.prototype.forEach as (this: Map<unknown, unknown>, fn: (value: unknown, key: unknown) => void) => void,
);
export const setAdd = uncurryThis(Set.prototype.add as (this: Set<unknown>, value: unknown) => Set<unknown>);
export const setDelete = uncurryThis(Set.prototype.delete as (this: Set<unknown>, value: unknown) => boolean);
export const setForEach = uncurryThis(
  Set.prototype.forEach as (this: Set<unknown>, fn: (value: unknown) => void) => void,
);

/** They throw for what only has the prototype. */
export const mapSize = uncurryThis(getterOf<Map<unknown, unknown>>(Map.prototype, "size"));
export const setSize = uncurryThis(getterOf<Set<unknown>>(Set.prototype, "size"));

function getterOf<This>(prototype: object, name: string): (this: This) => unknown {
  return Object.getOwnPropertyDescriptor(prototype, name)?.get as (this: This) => unknown;
}

/** Adds to an own list; unlike push it triggers no setter that a script put on Array.prototype. */
export function append<T>(list: T[], value: T): void {
  const descriptor = create(null) as PropertyDescriptor;
  descriptor.value = value;
  descriptor.writable = true;
  descriptor.enumerable = true;
  descriptor.configurable = true;
  defineProperty(list, list.length, descriptor);
}

/** Defines a property that for..in, Object.keys and console do not show. */
export function hide(target: object, key: PropertyKey, value: unknown, writable = true): void {
  const descriptor = create(null) as PropertyDescriptor;
  descriptor.value = value;
  descriptor.writable = writable;
  descriptor.enumerable = false;
  descriptor.configurable = writable;
  defineProperty(target, key, descriptor);
}
