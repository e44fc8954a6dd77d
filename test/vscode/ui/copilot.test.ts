import assert from "node:assert/strict";
import { startScriptedModel, type ScriptedModel } from "../support/scriptedModel.ts";
import { windowBench } from "../support/windowBench.ts";
import type { Workbench } from "../support/workbench.ts";

/** Without an account VS Code keeps Copilot Chat off and shows how to sign in; this is what it remembers once that is done. */
const CHAT_IS_SET_UP = {
  "extensionsIdentifiers/disabled": "[]",
  builtinChatExtensionEnablementMigration: "true",
  "chat.setupContext": JSON.stringify({
    installed: true,
    disabled: false,
    untrusted: false,
    completed: true,
    hidden: false,
  }),
};

const TEXT = "To be, or not to be";

describe("Copilot Chat in VS Code", function () {
  this.timeout(180_000);
  let model: ScriptedModel | undefined;

  before(async () => {
    model = await startScriptedModel([
      { tool: "GetWorkspaceTools", args: {} },
      { tool: "ExecuteWorkspaceTool", args: { name: "word-count", parameters: { text: TEXT } } },
    ]);
  });
  const bench = windowBench(() => ({
    settings: {
      // Titles and the like are asked of the same model.
      "chat.byokUtilityModelDefault": "mainAgent",
      "chat.mcp.autostart": "newAndOutdated",
      "chat.mcp.access": "all",
    },
    userFiles: {
      "chatLanguageModels.json": [
        {
          vendor: "customendpoint",
          name: "Scripted",
          apiType: "chat-completions",
          models: [
            {
              id: "scripted",
              name: "scripted",
              url: `${model?.url}/v1/chat/completions`,
              toolCalling: true,
              vision: true,
              maxInputTokens: 128_000,
              maxOutputTokens: 16_000,
            },
          ],
        },
      ],
    },
  }));
  after(() => model?.stop());

  it("finds the tools of the folder by itself, and calls one", async () => {
    const window = await bench.open({ folder: bench.folders.empty, remembered: CHAT_IS_SET_UP });
    await window.runCommand("Guidon: Create an Example Tool");
    await window.notification("You can run");
    // It would lie over the chat.
    await window.runCommand("Notifications: Clear All Notifications");

    await window.runCommand("Chat: Open Chat");
    await window.text(".interactive-input-part", "scripted");
    await window.click(".interactive-input-part .monaco-editor");
    await window.page.keyboard.type("Count the words.", { delay: 3 });
    await window.page.keyboard.press("Enter");
    const said = await allowUntil(window, "The tools said:");
    await window.screenshot("copilot");
    assert.match(said, /"words":\s*6/);
    const names = model?.offered() ?? [];
    assert.ok(names.includes("mcp_guidon_ExecuteWorkspaceTool"), names.join(", "));
  });
});

/** Presses what Copilot asks a person to press, until the chat has a text in it. @returns the chat */
async function allowUntil(window: Workbench, text: string): Promise<string> {
  for (const end = performance.now() + 60_000; performance.now() < end;) {
    const chat = await window.page.evaluate(() => {
      const buttons = document.querySelectorAll<HTMLElement>(".interactive-session .monaco-button");
      const allow = [...buttons].find((each) => each.offsetParent && /^(Allow|Continue)/.test(each.innerText.trim()));
      allow?.click();
      const items = document.querySelectorAll<HTMLElement>(".interactive-item-container");
      return [...items].map((item) => item.innerText).join("\n");
    });
    if (chat.includes(text)) return chat;
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
  throw new Error(`The chat does not say: ${text}`);
}
