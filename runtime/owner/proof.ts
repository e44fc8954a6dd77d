/** Each side shows that it knows the key of the owner's record without sending it: a pipe's name alone could be taken by somebody else. */
import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";

export const newNonce = (): string => randomBytes(32).toString("hex");
export const newKey = (): string => randomBytes(32).toString("hex");

export function proofOf(key: string, side: "owner" | "peer", nonce: string): string {
  return createHmac("sha256", Buffer.from(key, "hex")).update(`${side} ${nonce}`).digest("hex");
}

export function isProof(given: unknown, key: string, side: "owner" | "peer", nonce: string): boolean {
  const wanted = Buffer.from(proofOf(key, side, nonce));
  const got = Buffer.from(typeof given === "string" ? given : "");
  return got.length === wanted.length && timingSafeEqual(got, wanted);
}
