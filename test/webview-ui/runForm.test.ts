import assert from "node:assert/strict";
import type { JsonObject } from "../../runtime/contract/tools.ts";
import { runArguments } from "../support/runArguments.ts";
import { clickButton, formBench, IT, KEY, press, problemOf, property, run, runAgain, sendForm, set, type } from "./runFormSupport.ts"; // prettier-ignore
import type { PanelPage } from "./support.ts";
import type { ThemeName } from "./themes.ts";

describe("The form of a tool", () => {
  const open = formBench();

  const waitForProblem = (panel: PanelPage, pointer: string, text: string): Promise<unknown> =>
    panel.page.waitForFunction(
      (at, wanted) => document.querySelector(`[data-pointer="${at}"] > .problem`)?.textContent === wanted,
      { timeout: 3000 },
      pointer,
      text,
    );

  it("tells what is left out from what is empty", async () => {
    const panel = await open(property({ type: "string" }));
    assert.match(await panel.text(`${IT} .state`), /^Not given$/);
    assert.deepEqual(await run(panel), {});
    await clickButton(panel, "Send empty text as it");
    assert.equal(await panel.text(`${IT} .state`), "Empty text");
    assert.deepEqual(await runAgain(panel), { it: "" });
    await clickButton(panel, "Leave out it");
    assert.deepEqual(await runAgain(panel), {});
  });

  it("asks the runtime about the arguments when the typing pauses, and shows its word at the field", async () => {
    const panel = await open(property({ type: "string" }));
    await type(panel, `${IT} input`, "no");
    await panel.page.waitForFunction(() => Reflect.get(window, "__posted").some((one: any) => one.type === "check" && one.args.it === "no")); // prettier-ignore
    const { serial } = await panel.posted("check");
    await panel.send({ type: "problems", serial, problems: [{ pointer: "/it", message: "must match ^y" }] });
    assert.equal(await problemOf(panel), "Must match ^y.");
    const described = await panel.page.$eval(`${IT} input`, (input) => [input.getAttribute("aria-invalid"), document.getElementById(input.getAttribute("aria-describedby") ?? "")?.textContent]); // prettier-ignore
    assert.deepEqual(described, ["true", "Must match ^y."]);
    await panel.send({ type: "problems", serial: serial - 1, problems: [] });
    assert.equal(await problemOf(panel), "Must match ^y.", "an answer to an older question is not listened to");
    await panel.send({ type: "problems", serial, problems: [] });
    assert.equal(await problemOf(panel), "");
  });

  it("takes the first click on Run though a problem that comes up moves the button", async () => {
    const panel = await open(property({ type: "string", minLength: 3 }));
    await type(panel, `${IT} input`, "no");
    await panel.page.click(".bar .primary");
    await panel.page.waitForSelector(".summary li", { timeout: 3000 });
    assert.equal(await problemOf(panel), "Must have at least 3 characters; it has 2.");
  });

  it("shows a problem of a part that has no field of its own at the field around it", async () => {
    const panel = await open(property({ description: "Any." }), { args: { it: { deep: [1] } } });
    await panel.page.locator(`${IT} textarea`).click();
    await press(panel, "Tab");
    const { serial } = await panel.posted("check");
    await panel.send({ type: "problems", serial, problems: [{ pointer: "/it/deep/0", message: "must be text" }] });
    assert.equal(await problemOf(panel), "Must be text.");
  });

  it("says at once what is out of range, and takes it back", async () => {
    const panel = await open(property({ type: "integer", minimum: 1, maximum: 10 }));
    await type(panel, `${IT} input`, "11");
    assert.equal(await problemOf(panel), "Must be at most 10.");
    await type(panel, `${IT} input`, "1.5");
    assert.equal(await problemOf(panel), "Must be a whole number.");
    await type(panel, `${IT} input`, "10");
    assert.equal(await problemOf(panel), "");
  });

  it("asks for what is required only when the person was there or wants to run", async () => {
    const panel = await open({ type: "object", required: ["a", "b"], properties: { a: { type: "string" }, b: { type: "string" } } }); // prettier-ignore
    assert.equal(await problemOf(panel, "/a"), "");
    await panel.page.locator('[data-pointer="/a"] input').click();
    await press(panel, "Tab");
    await waitForProblem(panel, "/a", "This is required.");
    assert.equal(await problemOf(panel, "/b"), "");
    await press(panel, "Control+Enter");
    assert.equal(await problemOf(panel, "/b"), "This is required.");
    assert.ok(!(await panel.messages()).some((message) => message.type === "start"));
  });

  it("sums up what is wrong, with links that go to the field", async () => {
    const person = { type: "object", required: ["name"], properties: { name: { type: "string" } } };
    const panel = await open({ type: "object", required: ["a", "people"], properties: { a: { type: "string" }, people: { type: "array", items: person } } }, { args: { people: [{}] } }); // prettier-ignore
    await press(panel, "Control+Enter");
    assert.match(await panel.text('.summary[role="alert"]'), /2 things are to be put right:\s*a: This is required\.\s*people › Item 1 › name: This is required\./); // prettier-ignore
    await panel.page.locator(".summary li:nth-child(2) button").click();
    assert.equal(await panel.page.evaluate(() => document.activeElement?.closest<HTMLElement>(".field")?.dataset["pointer"]), "/people/0/name"); // prettier-ignore
    await panel.page.keyboard.type("Ada");
    assert.match(await panel.text(".summary"), /^One thing is to be put right:/);
  });

  it("shows what the runtime said when it was asked to run", async () => {
    const panel = await open(property({ type: "string" }), { args: { it: "x" } });
    await run(panel);
    await panel.send({ type: "notRun", problems: [{ pointer: "/it", message: "must be longer" }] });
    assert.equal(await problemOf(panel), "Must be longer.");
    assert.equal(await panel.page.evaluate(() => document.activeElement?.tagName), "INPUT");
  });

  it("turns the form into JSON and back", async () => {
    const panel = await open(property({ type: "integer" }), { args: { it: 1 } });
    await clickButton(panel, "JSON");
    assert.equal(await panel.page.$eval("#json", (area) => (area as HTMLTextAreaElement).value), '{\n  "it": 1\n}');
    await set(panel, "#json", '{"it": 2');
    await clickButton(panel, "Form");
    assert.match(await panel.text("#json-problem"), /^This is not JSON/);
    await press(panel, "Control+Enter");
    assert.ok(!(await panel.messages()).some((message) => message.type === "start"));
    await set(panel, "#json", '{"it": 2, "more": true}');
    await clickButton(panel, "Form");
    assert.equal(await panel.page.$eval(`${IT} input`, (input) => input.value), "2");
    assert.deepEqual(await run(panel), { it: 2, more: true });
  });

  it("can be used with the keyboard alone", async () => {
    const panel = await open(
      { type: "object", required: ["name"], properties: { name: { type: "string" }, urgent: { type: "boolean" }, tags: { type: "array", items: { type: "string" } } } }, // prettier-ignore
    );
    await panel.page.waitForFunction(() => document.activeElement?.tagName === "INPUT");
    await panel.page.keyboard.type("Ada");
    await press(panel, "Tab", "Space", "Tab", "Tab", "Enter");
    await press(panel, "Enter");
    await panel.page.keyboard.type("red");
    await press(panel, "Control+Enter");
    const { args } = await panel.posted("start");
    assert.deepEqual(args, { name: "Ada", urgent: true, tags: ["red"] });
  });

  const focused = (panel: PanelPage): Promise<string | undefined> => panel.page.evaluate(() => document.activeElement?.tagName); // prettier-ignore
  /** As if the person were in another part of the window. */
  const goElsewhere = (panel: PanelPage): Promise<void> => panel.page.evaluate(() => void (document.hasFocus = () => false)); // prettier-ignore
  const comeBack = (panel: PanelPage): Promise<void> => panel.page.evaluate(() => void window.dispatchEvent(new Event("focus"))); // prettier-ignore

  it("takes the focus when the person opens it, not when it is shown again, filled in anew, or changes", async () => {
    const schema = property({ type: "string" });
    const panel = await open(schema, { opened: false });
    assert.equal(await focused(panel), "BODY");
    await sendForm(panel, { ...property({ type: "integer" }) });
    await sendForm(panel, schema, { replace: true, args: { it: "x" } });
    assert.equal(await focused(panel), "BODY");
    await sendForm(panel, schema, { opened: true });
    assert.equal(await focused(panel), "INPUT");
    await panel.page.focus(".bar .primary");
    await sendForm(panel, schema, { opened: true });
    assert.equal(await focused(panel), "BUTTON", "the person is in the form already");
  });

  it("leaves the focus to an editor that the person went to meanwhile", async () => {
    const schema = property({ type: "string" });
    const panel = await open(schema, { opened: false });
    await goElsewhere(panel);
    await sendForm(panel, schema, { opened: true });
    assert.equal(await focused(panel), "BODY");
    await comeBack(panel);
    assert.equal(await focused(panel), "INPUT");

    const record = { id: "1", tool: "place_order", origin: "User", client: "VS Code", args: runArguments({}), startedAt: new Date().toISOString(), progress: [], log: [], requests: [] }; // prettier-ignore
    await panel.send({ type: "run", run: { record: { ...record, state: "running" }, canRun: true } });
    await panel.page.locator("aria/Cancel").wait();
    await panel.page.evaluate(() => [...document.querySelectorAll<HTMLElement>(".bar button")].find((one) => one.textContent === "Cancel")?.focus()); // prettier-ignore
    await panel.send({ type: "run", run: { record: { ...record, state: "ok" }, json: "1", canRun: true } });
    assert.notEqual(await panel.page.evaluate(() => document.activeElement?.textContent), "Run");
    await comeBack(panel);
    assert.equal(await panel.page.evaluate(() => document.activeElement?.textContent), "Run");
  });

  it("marks what came of an earlier run when a new one is refused", async () => {
    const schema = property({ type: "string" }, true);
    const panel = await open(schema, { args: { it: "x" } });
    const record = { id: "1", tool: "place_order", origin: "User", client: "VS Code", args: runArguments({}), startedAt: new Date().toISOString(), progress: [], log: [], requests: [], state: "failed", durationMs: 43, error: { code: "BlockedByPolicy", message: "No." } }; // prettier-ignore
    let runs = 0;
    const afterRun = async (act: () => Promise<unknown>): Promise<string> => {
      await panel.send({ type: "run", run: { record: { ...record, id: String(++runs) }, canRun: true } });
      assert.ok(!(await panel.text(".outcome")).includes("earlier run"), "the run is new");
      await act();
      return await panel.text(".outcome");
    };
    const marked = /^This is what came of an earlier run\.\s+Failed/;
    assert.match(await afterRun(() => panel.send({ type: "notRun", problems: [] })), marked);
    assert.match(await afterRun(() => clickButton(panel, "Reset")), marked);
    assert.match(await afterRun(() => press(panel, "Control+Enter")), marked, "what is required is missing");
    assert.match(await afterRun(() => sendForm(panel, schema, { why: "It is disabled." })), marked);
    assert.equal(await panel.text("main > .notice.error"), "It is disabled.");
    await sendForm(panel, schema);
    await panel.screenshot("form-earlier-run");
    await panel.send({ type: "run", run: { record: { ...record, state: "running" }, canRun: true } });
    await panel.send({ type: "run", run: { record, canRun: true } });
    assert.match(await panel.text(".outcome"), /^Failed/);
  });

  it("names every control for screen readers, and says what is required in words", async () => {
    const panel = await open(
      { type: "object", required: ["name"], properties: { name: { type: "string", title: "Full name", description: "As in the passport." }, tags: { type: "array", items: { type: "string" } } } }, // prettier-ignore
      { args: { tags: ["a"] } },
    );
    const tree = await panel.page.accessibility.snapshot({ interestingOnly: false });
    const nodes: { role: string; name?: string; description?: string; required?: boolean }[] = [];
    const walk = (node: any): void => {
      nodes.push(node);
      for (const child of node.children ?? []) walk(child);
    };
    walk(tree);
    const boxes = nodes.filter(({ role }) => role === "textbox");
    assert.deepEqual(boxes.map(({ name }) => name), ["Full name", "Item 1"]); // prettier-ignore
    assert.equal(boxes[0]?.description, "As in the passport.");
    assert.equal(boxes[0]?.required, true);
    assert.ok(nodes.some(({ role, name }) => role === "group" && name === "tags"));
    assert.ok(nodes.filter(({ role }) => role === "button").every(({ name }) => (name ?? "") !== ""));
    assert.match(await panel.text('[data-pointer="/name"] .field-head'), /required/);
  });

  it("keeps what was typed when the view is hidden or the window reloads, but no secret", async () => {
    const parameters = { type: "object", properties: { it: { type: "string" }, word: { type: "string", format: "password" }, hidden: { type: "object", properties: { key: { type: "string", writeOnly: true } } } } }; // prettier-ignore
    const panel = await open(parameters, { args: { hidden: { key: "k3y-of-old" } } });
    await type(panel, `${IT} input`, "draft");
    await type(panel, '[data-pointer="/word"] input', "sesame");
    await panel.page.waitForFunction(() => Reflect.get(window, "__posted").some((one: any) => one.type === "check" && one.args.word === "sesame")); // prettier-ignore
    assert.doesNotMatch(JSON.stringify(await panel.state()), /sesame|k3y-of-old/);
    await panel.reload();
    assert.deepEqual(await panel.posted("ready"), { type: "ready", key: KEY });
    await sendForm(panel, parameters, { args: {} });
    assert.deepEqual(await run(panel), { it: "draft", hidden: {} });
    const { remember } = await panel.posted("start");
    assert.deepEqual(remember, { it: "draft", hidden: {} });
  });

  it("keeps what is typed when the tool's parameters change under it", async () => {
    const panel = await open(property({ type: "string" }));
    await type(panel, `${IT} input`, "typed");
    await sendForm(panel, { type: "object", properties: { it: { type: "string" }, other: { type: "integer" } } });
    await panel.text('[data-pointer="/other"]');
    assert.deepEqual(await run(panel), { it: "typed" });
  });

  it("lets the runtime fill in a default of what is required", async () => {
    const panel = await open(property({ type: "integer", default: 3 }, true));
    assert.deepEqual(await run(panel), {});
  });

  it("brings back the defaults and the example", async () => {
    const panel = await open(property({ type: "string" }), { args: { it: "last" }, initial: { it: "example" } });
    await clickButton(panel, "Reset");
    assert.deepEqual(await run(panel), { it: "example" });
  });

  it("shows the progress of the run, cancels it, and then the result below", async () => {
    const panel = await open(property({ type: "string" }), { args: { it: "x" } });
    await run(panel);
    const record = { id: "1", tool: "place_order", origin: "User", client: "VS Code", args: runArguments({ it: "x" }), startedAt: new Date().toISOString(), log: [], requests: [] }; // prettier-ignore
    await panel.send({ type: "run", run: { record: { ...record, state: "running", progress: [{ atMs: 3, message: "Reading page", current: 2, total: 8 }] }, canRun: true } }); // prettier-ignore
    assert.match(await panel.text(".progress"), /Reading page \(2 of 8\)/);
    assert.equal(await panel.page.$eval('[role="progressbar"]', (bar) => bar.getAttribute("aria-valuenow")), "25");
    await panel.forget();
    await press(panel, "Control+Enter");
    assert.deepEqual(await panel.messages(), [], "a second run does not begin");
    await clickButton(panel, "Cancel");
    await panel.posted("cancel");
    await panel.send({ type: "run", run: { record: { ...record, state: "ok", durationMs: 1200, progress: [] }, json: '{"a":1}', canRun: true } }); // prettier-ignore
    assert.match(await panel.text(".outcome"), /Done[^]*1\.2 s/);
    assert.equal(await panel.page.$eval(".progress", (node) => (node as HTMLElement).hidden), true);
    assert.match(await panel.text('[role="status"][aria-live]'), /^Done, 1\.2 s/);
  });

  it("keeps the result for when the window is reloaded", async () => {
    const schema = property({ type: "string" });
    const panel = await open(schema, { args: { it: "x" } });
    const record = { id: "1", tool: "place_order", origin: "User", client: "VS Code", args: runArguments({ it: "x" }, { redacted: true }), startedAt: "2026-11-30T10:00:00.000Z", state: "ok", progress: [], log: [], requests: [] }; // prettier-ignore
    await panel.send({ type: "run", run: { record, json: '{"a":1}', canRun: true } });
    const { run: kept, draft } = (await panel.state()) as { run: object; draft: object };
    assert.deepEqual(draft, { it: "x" });
    assert.deepEqual(kept, { record, json: '{"a":1}', canRun: true });
    await panel.reload();
    await sendForm(panel, schema);
    await panel.send({ type: "run", run: { ...kept, before: true } });
    assert.match(await panel.text(".outcome"), /This run is from before the window was reloaded\.[^]*a\s*:?\s*1/);
    const names = await panel.page.$$eval(".outcome-head button", (all) =>
      all.map((one) => one.getAttribute("aria-label")),
    );
    assert.deepEqual(names, ["Run Again", "Edit Arguments"], "the form has the arguments");
    await panel.page.locator(`${IT} input`).fill("y");
    await panel.posted("check");
    assert.deepEqual(((await panel.state()) as { run: object }).run, { ...kept, before: true });
  });

  it("ends each part of a help text with a full stop", async () => {
    const help = async (schema: JsonObject): Promise<string> => (await open(property({ type: "integer", ...schema }))).text(`${IT} .help`); // prettier-ignore
    assert.equal(await help({ description: "How many to list", minimum: 1, maximum: 100 }), "How many to list. From 1 to 100."); // prettier-ignore
    assert.equal(await help({ description: "How many?", minimum: 1 }), "How many? At least 1.");
    assert.equal(await help({ description: "How many to list" }), "How many to list");
  });

  it("shows texts of others as text", async () => {
    const hostile = '<img src=x onerror="document.title=1"><script>document.title=2</script>';
    const panel = await open({
      type: "object",
      properties: { [hostile]: { type: "string", title: hostile, description: hostile, default: hostile }, e: { enum: [hostile], title: "e" } }, // prettier-ignore
    });
    await panel.send({ type: "form", key: KEY, title: hostile, description: hostile, parameters: {}, args: {}, initial: {}, replace: true }); // prettier-ignore
    assert.equal(await panel.page.$eval("h1", (node) => node.textContent), hostile);
    assert.equal((await panel.page.$$("main img, main script")).length, 0);
  });

  it("says when the tool is gone, and shows the form again when it is back", async () => {
    const panel = await open(property({ type: "string" }));
    await panel.send({ type: "unavailable", why: "This tool is not in tools.json any more." });
    assert.equal(await panel.text(".notice.error"), "This tool is not in tools.json any more.");
    await sendForm(panel, property({ type: "string" }));
    assert.equal(await panel.page.$eval("main > .notice", (node) => (node as HTMLElement).hidden), true);
  });

  for (const theme of ["dark", "light", "highContrast"] satisfies ThemeName[]) {
    it(`has borders and readable texts in the ${theme} theme`, async () => {
      const panel = await open(property({ type: "string", description: "Some help." }, true), { theme });
      await press(panel, "Control+Enter");
      const contrast = await panel.page.$$eval(".label, .help, .problem, .summary p, .button", (nodes) => {
        const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
        const rgba = (color: string): number[] => {
          if (!canvas) return [];
          canvas.clearRect(0, 0, 1, 1);
          canvas.fillStyle = color;
          canvas.fillRect(0, 0, 1, 1);
          return [...canvas.getImageData(0, 0, 1, 1).data];
        };
        const light = (color: number[]): number => {
          const [r = 0, g = 0, b = 0] = color.map((part) => part / 255).map((part) => (part <= 0.04 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4)); // prettier-ignore
          return 0.2126 * r + 0.7152 * g + 0.0722 * b;
        };
        const behind = (node: Element | null): number[] => {
          for (let at = node; at; at = at.parentElement) {
            const color = rgba(getComputedStyle(at).backgroundColor);
            if ((color[3] ?? 0) > 200) return color;
          }
          return [255, 255, 255];
        };
        return nodes.map((node) => {
          const [one, two] = [light(rgba(getComputedStyle(node).color)), light(behind(node))];
          return { text: (node.textContent ?? "").slice(0, 20), ratio: (Math.max(one, two) + 0.05) / (Math.min(one, two) + 0.05) }; // prettier-ignore
        });
      });
      assert.deepEqual(contrast.filter(({ ratio }) => ratio < 3), []); // prettier-ignore
      await panel.screenshot(`form-problem-${theme}`);
    });
  }
});
