/** A process that owns a folder: says so, and answers runs until it is ended. A run of the tool "wait" never answers. */
import { ownership, sideNamed, answer } from "./support.ts";

const [folder = "", dataDir = ""] = process.argv.slice(2);
const owner = ownership(
  { folder, dataDir },
  sideNamed("child", {
    run: async (run) => {
      process.send?.(`run ${run.tool}`);
      if (run.tool === "wait") await new Promise(() => {});
      return answer(run.tool, { by: "child" });
    },
  }),
);
process.send?.((await owner.join()).role);
setInterval(() => {}, 1000);
