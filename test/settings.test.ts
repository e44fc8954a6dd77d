import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { loadSettings, type Settings } from "../runtime/settings.ts";

describe("settings.json", () => {
  let home: string;
  beforeEach(() => (home = mkdtempSync(join(tmpdir(), "guidon-settings-"))));
  afterEach(() => rmSync(home, { recursive: true }));
  const load = (text: string): Settings => {
    writeFileSync(join(home, "settings.json"), text);
    return loadSettings({ GUIDON_HOME: home });
  };
  const PRESETS = {
    defaultTimeoutMs: 30_000,
    maxTimeoutMs: 120_000,
    maxResultChars: 8000,
    insecureHosts: [],
    highIsolation: false,
    problems: [],
  };

  it("need not be there", () => assert.deepEqual(loadSettings({ GUIDON_HOME: home }), PRESETS));

  it("sets everything, and may have comments", () =>
    assert.deepEqual(
      load(
        '{ "browser": "/opt/chrome", "defaultTimeout": 45, "maxTimeout": 300, // seconds\n "maxResultChars": 20000, "insecureHosts": ["intranet:8080"], "highIsolation": true, }',
      ),
      {
        browserPath: "/opt/chrome",
        defaultTimeoutMs: 45_000,
        maxTimeoutMs: 300_000,
        maxResultChars: 20_000,
        insecureHosts: ["intranet:8080"],
        highIsolation: true,
        problems: [],
      },
    ));

  for (const [what, text, problem] of [
    ["a comma that is missing", '{\n "highIsolation": true\n "maxTimeout": 5 }', /line 3: this is not JSON/],
    ["a bracket that is missing", '{ "highIsolation": true', /this is not JSON/],
    ["a list", "[]", /not a JSON object/],
    ["a name that is none of its settings", '{ "constructor": 1 }', /"constructor" is not a setting/],
    ["hosts that are a text", '{ "insecureHosts": "intranet" }', /"insecureHosts" must be a list of hosts/],
    [
      "an address in place of a host",
      '{ "insecureHosts": ["http://intranet/"] }',
      /"http:\/\/intranet\/" is not a host/,
    ],
    ["a number in place of a host", '{ "insecureHosts": [5] }', /5 is not a host/],
    ["highIsolation that is a text", '{ "highIsolation": "yes" }', /must be true or false/],
    ["a browser that is a number", '{ "browser": 1 }', /"browser" must be a path/],
    ["a timeout of nothing", '{ "maxTimeout": 0 }', /above 0; 120 is used/],
  ] as const)
    it(`names ${what}, and uses the preset`, () => {
      const { problems, ...settings } = load(text);
      assert.equal(problems.length, 1, problems.join("\n"));
      assert.match(problems[0] ?? "", problem);
      assert.deepEqual({ ...settings, problems: [] }, PRESETS);
    });

  it("is named where it cannot be read", () => {
    mkdirSync(join(home, "settings.json"));
    assert.match(loadSettings({ GUIDON_HOME: home }).problems[0] ?? "", /settings\.json cannot be read \(EISDIR\)/);
  });
});
