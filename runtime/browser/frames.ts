/** Which frame a call means. */
import type { Frame, Page } from "puppeteer-core";
import * as z from "zod";

export const frameParam = z
  .union([z.string().min(1), z.array(z.string().min(1)).min(1)])
  .optional()
  .describe(
    "Frame to look in: its name, id, or a part of its address, at any depth; an array goes from frame to inner frame. Default: the page, then its frames.",
  );

export type FrameName = z.infer<typeof frameParam>;

/** Page first, then its frames; or the named frame alone. Empty while there is no such frame. */
export async function framesFor(page: Page, name: FrameName): Promise<Frame[]> {
  if (name === undefined) return [page.mainFrame(), ...below(page.mainFrame())];
  let inside = page.mainFrame();
  for (const part of Array.isArray(name) ? name : [name]) {
    const next = await frameNamed(below(inside), part);
    if (!next) return [];
    inside = next;
  }
  return [inside];
}

const below = (frame: Frame): Frame[] => frame.childFrames().flatMap((child) => [child, ...below(child)]);

async function frameNamed(frames: Frame[], name: string): Promise<Frame | undefined> {
  const owners = await Promise.all(frames.map(ownerNames));
  return frames.find((_, i) => owners[i]?.includes(name)) ?? frames.find((frame) => frame.url().includes(name));
}

/** Name and id of the frame's element. */
async function ownerNames(frame: Frame): Promise<string[]> {
  try {
    await using element = await frame.frameElement();
    return (await element?.evaluate((e) => [e.getAttribute("name") ?? "", e.id])) ?? [];
  } catch {
    return []; // gone meanwhile
  }
}

/** For messages: ` in frame "inner"`. */
export const inFrame = (name: FrameName): string =>
  name === undefined ? "" : ` in frame "${Array.isArray(name) ? name.join('" > "') : name}"`;
