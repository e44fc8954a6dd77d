/** What a page looks like, for the person who wants to know why a run failed. */
import type { Page } from "puppeteer-core";

const LIMIT_MS = 1500;
const MAX_WIDTH = 1280;

/** PNG of the part of the page that is in view. undefined: it shows nothing, or does not answer in time. Never rejects. */
export async function pictureOf(page: Page): Promise<Uint8Array | undefined> {
  if (page.isClosed() || page.url() === "about:blank") return undefined;
  const { promise: late, resolve } = Promise.withResolvers<undefined>();
  const timer = setTimeout(resolve, LIMIT_MS, undefined);
  const taken = await Promise.race([capture(page).catch(() => undefined), late]);
  clearTimeout(timer);
  return taken;
}

async function capture(page: Page): Promise<Uint8Array> {
  const session = await page.createCDPSession();
  const { cssVisualViewport: view } = await session.send("Page.getLayoutMetrics");
  const { data } = await session.send("Page.captureScreenshot", {
    format: "png",
    optimizeForSpeed: true,
    clip: {
      x: view.pageX,
      y: view.pageY,
      width: view.clientWidth,
      height: view.clientHeight,
      scale: Math.min(1, MAX_WIDTH / view.clientWidth),
    },
  });
  return Buffer.from(data, "base64");
}
