import assert from "node:assert/strict";
import { parseKeys } from "../../runtime/browser/keys.ts";
import { browserEnvironment, launchArguments } from "../../runtime/browser/launch.ts";
import { navigationError } from "../../runtime/browser/netErrors.ts";
import { parseSelectors } from "../../runtime/browser/selectors.ts";
import { parseShape } from "../../runtime/browser/shape.ts";
import { checkUrl } from "../../runtime/browser/urlPolicy.ts";
import { isErrorWith } from "./support.ts";

describe("addresses of pages", () => {
  for (const url of ["http://127.0.0.1:8080/x?y=1", "https://example.com/", "about:blank"]) {
    it(`opens ${url}`, () => assert.equal(checkUrl(url), url));
  }

  for (const url of [
    "file:///etc/passwd",
    "view-source:http://example.com/",
    "chrome://version",
    "data:text/html,x",
    "javascript:alert(1)",
    "blob:http://a.test/1",
    "ftp://a.test/",
    "ws://a.test/",
    "about:config",
  ]) {
    it(`refuses ${url}`, () => assert.throws(() => checkUrl(url), isErrorWith("BlockedByPolicy")));
  }

  for (const url of ["", "example.com/x", "/relative", "http://", `http://a.test/${"x".repeat(200_000)}`]) {
    it(`says that ${url.slice(0, 30) || "nothing"} is no address`, () =>
      assert.throws(() => checkUrl(url), isErrorWith("InvalidArgument")));
  }

  const metadata = [
    "http://169.254.169.254/latest", "http://2852039166/", "http://0xa9fea9fe/", "http://169.254.170.2/v2", "http://metadata.google.internal/", "http://METADATA.google.internal./", "http://[fd00:ec2::254]/",
    "http://[::ffff:169.254.169.254]/", "http://[::169.254.169.254]/", "http://[64:ff9b::169.254.169.254]/", "http://[fe80::1]/", "http://100.100.100.200/",
  ]; // prettier-ignore
  for (const url of metadata) {
    it(`never opens ${url}`, () =>
      assert.throws(() => checkUrl(url), isErrorWith("BlockedByPolicy", /identity service/)));
  }
});

describe("selector strings", () => {
  it("are CSS without a prefix, whatever they hold", () => {
    assert.deepEqual(parseSelectors("a[href='text=x'] > b"), [
      { text: "a[href='text=x'] > b", steps: [{ engine: "css", body: "a[href='text=x'] > b" }] },
    ]);
  });

  it("are chained with >>", () => {
    const [selector] = parseSelectors('.card >> role=button[name="Buy"] >> text="Now"');
    assert.deepEqual(selector?.steps, [
      { engine: "css", body: ".card" },
      { engine: "role", body: "button", name: "Buy" },
      { engine: "text", body: "Now", exact: true },
    ]);
  });

  it("say what is wrong with a role", () => {
    assert.throws(() => parseSelectors("role=button[Save]"), isErrorWith("InvalidArgument", /role=button\[Save\]/));
  });

  it("say that ref= is for later", () => {
    assert.throws(() => parseSelectors("ref=e12"), isErrorWith("InvalidArgument", /snapshot/));
  });

  it("must say something after the prefix", () => {
    assert.throws(() => parseSelectors("text="), isErrorWith("InvalidArgument", /nothing follows text=/));
  });
});

describe("keys", () => {
  it("are named alone or together, in any case, by common short names", () => {
    assert.deepEqual(parseKeys("enter"), ["Enter"]);
    assert.deepEqual(parseKeys("Ctrl+Shift+k"), ["Control", "Shift", "k"]);
    assert.deepEqual(parseKeys("Control+Plus"), ["Control", "+"]);
    assert.deepEqual(parseKeys("+"), ["+"]);
  });

  it("say which name is unknown", () => {
    assert.throws(() => parseKeys("Control+Foo"), isErrorWith("InvalidArgument", /no key "Foo"/));
  });
});

describe("shapes of extract", () => {
  it("tell a value from an object with such names", () => {
    assert.equal(parseShape({ select: "a", attr: "href" }).kind, "field");
    assert.equal(parseShape({ select: { select: "a" }, title: "h1" }).kind, "object");
    assert.equal(parseShape({ name: "h2" }).kind, "object");
  });

  for (const [shape, place] of [
    [{ a: { b: 5 } }, "shape.a.b"],
    [{ a: [] }, "shape.a"],
    [{ a: ["li", "b", "c"] }, "shape.a"],
    [{ a: { select: ".x", as: "money" } }, "shape.a.as"],
    [{ a: [".x", { select: 5 }] }, "shape.a[1].select"],
    [null, "shape"],
  ] as const) {
    it(`say where ${JSON.stringify(shape)} is wrong`, () => {
      assert.throws(
        () => parseShape(shape),
        (error) =>
          isErrorWith("InvalidArgument")(error) && error instanceof Error && error.message.startsWith(`${place} `),
      );
    });
  }
});

describe("starting the browser", () => {
  it("switches its sandbox off for root only", () => {
    assert.ok(launchArguments("chrome", { asRoot: true, headless: true }).includes("--no-sandbox"));
    assert.ok(!launchArguments("chrome", { asRoot: false, headless: true }).includes("--no-sandbox"));
  });

  it("passes on no variable that could hold a secret", () => {
    const given = {
      PATH: "/bin",
      LC_ALL: "C",
      https_proxy: "http://p:1",
      OPENAI_API_KEY: "k",
      GUIDON_SECRET_A: "s",
      NODE_OPTIONS: "-r x",
      HOME: undefined,
      XDG_CONFIG_HOME: "/home/ana/.config",
    };
    const passed = { PATH: "/bin", LC_ALL: "C", https_proxy: "http://p:1", XDG_CONFIG_HOME: "/profile" };
    assert.deepEqual(browserEnvironment(given, "/profile"), passed);
  });
});

describe("errors of the network", () => {
  it("are plain words with host and port, and say whether trying again can help", () => {
    const refused = navigationError("ERR_CONNECTION_REFUSED", "http://127.0.0.1:64999/x");
    assert.match(refused.message, /127\.0\.0\.1:64999 refused the connection/);
    assert.equal(refused.retryable, true);
    assert.equal(navigationError("ERR_CERT_DATE_INVALID", "https://a.test/").retryable, false);
  });

  it("keep the code of those that are not known", () => {
    assert.match(navigationError("ERR_SOMETHING_NEW", "https://a.test/").message, /ERR_SOMETHING_NEW/);
  });
});
