/** What is in a zip file, as its central directory says. */
import { readFileSync } from "node:fs";

export interface ZipEntry {
  path: string;
  /** Bytes. */
  size: number;
  packed: number;
  /** As in Unix. */
  mode: number;
}

const END_OF_DIRECTORY = 0x06054b50;

/** @throws Error when it is not a zip file */
export function zipEntries(file: string): ZipEntry[] {
  const bytes = readFileSync(file);
  let end = bytes.length - 22;
  while (end >= 0 && bytes.readUInt32LE(end) !== END_OF_DIRECTORY) end -= 1;
  if (end < 0) throw new Error(`${file} is not a zip file`);
  const entries: ZipEntry[] = [];
  let at = bytes.readUInt32LE(end + 16);
  for (let left = bytes.readUInt16LE(end + 10); left > 0; left -= 1) {
    const nameLength = bytes.readUInt16LE(at + 28);
    const path = bytes.toString("utf8", at + 46, at + 46 + nameLength);
    const [packed, size] = [bytes.readUInt32LE(at + 20), bytes.readUInt32LE(at + 24)];
    entries.push({ path, packed, size, mode: bytes.readUInt32LE(at + 38) >>> 16 });
    at += 46 + nameLength + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
  }
  return entries;
}
