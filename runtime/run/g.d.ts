// Generated from the registry of host calls. The script API of Guidon: the global `g` of a tool script.

/** `Args` is the type of the tool's parameters, where the editor knows it. */
interface GuidonApi<Args = Record<string, any>> {
  /**
   * Writes a line to the run's log; objects are printed readably. Also `g.log.debug`, `.info`, `.warn`, `.error`, and `console.*`.
   * @example g.log.warn("no price on", url);
   * @since 0.1.0
   */
  log: {
    (...values: unknown[]): void;
    debug(...values: unknown[]): void;
    info(...values: unknown[]): void;
    warn(...values: unknown[]): void;
    error(...values: unknown[]): void;
  };
  /**
   * Waits the given milliseconds. Prefer a wait for a condition where there is one.
   * @example await g.wait(250);
   * @since 0.1.0
   */
  wait(ms: number): Promise<void>;
  readonly dom: {
    /**
     * Clicks an element with the mouse, once it is visible, enabled, at rest and covered by nothing. Where this starts a navigation, the new page is waited for. Throws NotFound when nothing matches, NotActionable (with the reason) when the element does not become ready.
     * @example await g.dom.click('role=button[name="Add to cart"]');
     * @since 0.1.0
     */
    click(
      selector: string | string[],
      options?: {
        /** Default left. */ button?: "left" | "middle" | "right";
        /** 2 is a double click. */ count?: number;
        /** Keys held meanwhile. */ modifiers?: ("Alt" | "Control" | "Meta" | "Shift")[];
        /** Frame to look in: its name, id, or a part of its address, at any depth; an array goes from frame to inner frame. Default: the page, then its frames. */ frame?:
          string | string[];
        /** Milliseconds to wait at most; default 10000, always cut to what is left of the run. */ timeoutMs?: number;
      },
    ): Promise<void>;
    /**
     * Types text into a field with the keyboard, at the end of what stands in it. Where this starts a navigation, the new page is waited for. Throws NotFound when nothing matches, NotActionable (with the reason) when the element does not become ready.
     * @example await g.dom.typeText("#search", g.tool.args.keyword, { submit: true });
     * @since 0.1.0
     */
    typeText(
      selector: string | string[],
      text: string,
      options?: {
        /** Remove first what stands in the field. */ clear?: boolean;
        /** Milliseconds between keys. */ delayMs?: number;
        /** Press Enter afterwards. */ submit?: boolean;
        /** Frame to look in: its name, id, or a part of its address, at any depth; an array goes from frame to inner frame. Default: the page, then its frames. */ frame?:
          string | string[];
        /** Milliseconds to wait at most; default 10000, always cut to what is left of the run. */ timeoutMs?: number;
      },
    ): Promise<void>;
    /**
     * Sets the value of a field at once, with the events of an edit: text, numbers, dates (yyyy-mm-dd), colours, a select. Throws NotFound when nothing matches, NotActionable (with the reason) when the element does not become ready. Throws InvalidArgument where the field does not take the value.
     * @example await g.dom.setValue("#arrival", "2026-02-28");
     * @since 0.1.0
     */
    setValue(
      selector: string | string[],
      value: unknown,
      options?: {
        /** Frame to look in: its name, id, or a part of its address, at any depth; an array goes from frame to inner frame. Default: the page, then its frames. */ frame?:
          string | string[];
        /** Milliseconds to wait at most; default 10000, always cut to what is left of the run. */ timeoutMs?: number;
      },
    ): Promise<void>;
    /**
     * Fills several fields, in the order given: text and numbers as `setValue` does, true and false as `setChecked`, selects by value or label. Throws NotFound when nothing matches, NotActionable (with the reason) when the element does not become ready.
     * @example await g.dom.fillForm({ "#name": "Ana Ruiz", "#plan": "pro", "#terms": true });
     * @since 0.1.0
     */
    fillForm(
      fields: Record<string, string | number | boolean | string[]>,
      options?: {
        /** Frame to look in: its name, id, or a part of its address, at any depth; an array goes from frame to inner frame. Default: the page, then its frames. */ frame?:
          string | string[];
        /** Milliseconds to wait at most; default 10000, always cut to what is left of the run. */ timeoutMs?: number;
      },
    ): Promise<void>;
    /**
     * Chooses an option of a select by its value, or else by its label; several of a multiple one. Waits until it is there. Gives the values that are then chosen. Throws NotFound when nothing matches, NotActionable (with the reason) when the element does not become ready.
     * @example await g.dom.selectOption("#plan", "Pro");
     * @since 0.1.0
     */
    selectOption(
      selector: string | string[],
      option: string | string[],
      options?: {
        /** Frame to look in: its name, id, or a part of its address, at any depth; an array goes from frame to inner frame. Default: the page, then its frames. */ frame?:
          string | string[];
        /** Milliseconds to wait at most; default 10000, always cut to what is left of the run. */ timeoutMs?: number;
      },
    ): Promise<string[]>;
    /**
     * Switches a checkbox, radio button or switch on or off; does nothing where it is so already. A hidden box is clicked by its label. Throws NotFound when nothing matches, NotActionable (with the reason) when the element does not become ready.
     * @example await g.dom.setChecked("label=I agree");
     * @since 0.1.0
     */
    setChecked(
      selector: string | string[],
      checked?: boolean,
      options?: {
        /** Frame to look in: its name, id, or a part of its address, at any depth; an array goes from frame to inner frame. Default: the page, then its frames. */ frame?:
          string | string[];
        /** Milliseconds to wait at most; default 10000, always cut to what is left of the run. */ timeoutMs?: number;
      },
    ): Promise<void>;
    /**
     * Presses a key, or several together, where the focus is. Where this starts a navigation, the new page is waited for.
     * @example await g.dom.pressKey("Enter", { selector: "#search" });
     * @since 0.1.0
     */
    pressKey(
      keys: string,
      options?: {
        /** Put the focus here first. */ selector?: string | string[];
        /** Frame to look in: its name, id, or a part of its address, at any depth; an array goes from frame to inner frame. Default: the page, then its frames. */ frame?:
          string | string[];
        /** Milliseconds to wait at most; default 10000, always cut to what is left of the run. */ timeoutMs?: number;
      },
    ): Promise<void>;
    /**
     * Scrolls an element into the middle of the window, or the page to a position.
     * @example await g.dom.scrollTo("#reviews");
     * @since 0.1.0
     */
    scrollTo(
      target: string | string[] | { top: number },
      options?: {
        /** Frame to look in: its name, id, or a part of its address, at any depth; an array goes from frame to inner frame. Default: the page, then its frames. */ frame?:
          string | string[];
        /** Milliseconds to wait at most; default 10000, always cut to what is left of the run. */ timeoutMs?: number;
      },
    ): Promise<void>;
    /**
     * Scrolls to the end of the page, again as long as the page grows by it, and gives how often it scrolled.
     * @example await g.dom.scrollToEnd({ maxScrolls: 30 });
     * @since 0.1.0
     */
    scrollToEnd(options?: {
      /** Default 20. */ maxScrolls?: number;
      /** How long the page may take to grow after each; default 500. */ waitMs?: number;
      /** Frame to look in: its name, id, or a part of its address, at any depth; an array goes from frame to inner frame. Default: the page, then its frames. */ frame?:
        string | string[];
    }): Promise<number>;
    /**
     * Waits until an element is there, or gone. Throws Timeout, which says how many matched.
     * @example await g.dom.waitForElement("#results", { state: "attached" }); // a list without results has no size, so it cannot be seen
     * @since 0.1.0
     */
    waitForElement(
      selector: string | string[],
      options?: {
        /** `visible` one can be seen (default), `hidden` none can be seen, `attached` one is in the page, `detached` none is. */ state?:
          "visible" | "hidden" | "attached" | "detached";
        /** Frame to look in: its name, id, or a part of its address, at any depth; an array goes from frame to inner frame. Default: the page, then its frames. */ frame?:
          string | string[];
        /** Milliseconds to wait at most; default 10000, always cut to what is left of the run. */ timeoutMs?: number;
      },
    ): Promise<void>;
    /**
     * Waits until a text can be read on the page, or until it is gone. Case and blanks do not matter. Throws Timeout.
     * @example await g.dom.waitForText("Order placed");
     * @since 0.1.0
     */
    waitForText(
      text: string,
      options?: {
        /** Wait until it is gone. */ gone?: boolean;
        /** Frame to look in: its name, id, or a part of its address, at any depth; an array goes from frame to inner frame. Default: the page, then its frames. */ frame?:
          string | string[];
        /** Milliseconds to wait at most; default 10000, always cut to what is left of the run. */ timeoutMs?: number;
      },
    ): Promise<void>;
    /**
     * Whether an element matches now, seen or not. Does not wait.
     * @example if (await g.dom.exists("#cookie-banner")) await g.dom.click("text=Accept");
     * @since 0.1.0
     */
    exists(
      selector: string | string[],
      options?: {
        /** Frame to look in: its name, id, or a part of its address, at any depth; an array goes from frame to inner frame. Default: the page, then its frames. */ frame?:
          string | string[];
      },
    ): Promise<boolean>;
    /**
     * Whether an element that matches can be seen now. Does not wait.
     * @example const open = await g.dom.isVisible("#menu");
     * @since 0.1.0
     */
    isVisible(
      selector: string | string[],
      options?: {
        /** Frame to look in: its name, id, or a part of its address, at any depth; an array goes from frame to inner frame. Default: the page, then its frames. */ frame?:
          string | string[];
      },
    ): Promise<boolean>;
    /**
     * How many elements match now. Does not wait.
     * @example const rows = await g.dom.count("tbody tr");
     * @since 0.1.0
     */
    count(
      selector: string | string[],
      options?: {
        /** Frame to look in: its name, id, or a part of its address, at any depth; an array goes from frame to inner frame. Default: the page, then its frames. */ frame?:
          string | string[];
      },
    ): Promise<number>;
    /**
     * The text of the first match as a reader sees it: line breaks kept, other blanks made one. Waits until an element matches; throws NotFound when none does in time.
     * @example const total = await g.dom.getText("#total");
     * @since 0.1.0
     */
    getText(
      selector: string | string[],
      options?: {
        /** Frame to look in: its name, id, or a part of its address, at any depth; an array goes from frame to inner frame. Default: the page, then its frames. */ frame?:
          string | string[];
        /** Milliseconds to wait at most; default 10000, always cut to what is left of the run. */ timeoutMs?: number;
      },
    ): Promise<string>;
    /**
     * The texts of all matches, as `getText` gives them; an empty list when nothing matches. Does not wait.
     * @example const names = await g.dom.getTexts("#results h2");
     * @since 0.1.0
     */
    getTexts(
      selector: string | string[],
      options?: {
        /** Frame to look in: its name, id, or a part of its address, at any depth; an array goes from frame to inner frame. Default: the page, then its frames. */ frame?:
          string | string[];
      },
    ): Promise<string[]>;
    /**
     * An attribute of the first match as it is written, or null where it has none. (`extract` gives whole addresses.) Waits until an element matches; throws NotFound when none does in time.
     * @example const sku = await g.dom.getAttribute(".product", "data-sku");
     * @since 0.1.0
     */
    getAttribute(
      selector: string | string[],
      name: string,
      options?: {
        /** Frame to look in: its name, id, or a part of its address, at any depth; an array goes from frame to inner frame. Default: the page, then its frames. */ frame?:
          string | string[];
        /** Milliseconds to wait at most; default 10000, always cut to what is left of the run. */ timeoutMs?: number;
      },
    ): Promise<string | null>;
    /**
     * The value of a field: text, or true and false for a checkbox, or a list for a multiple choice. Waits until an element matches; throws NotFound when none does in time.
     * @example const quantity = await g.dom.getValue("#quantity");
     * @since 0.1.0
     */
    getValue(
      selector: string | string[],
      options?: {
        /** Frame to look in: its name, id, or a part of its address, at any depth; an array goes from frame to inner frame. Default: the page, then its frames. */ frame?:
          string | string[];
        /** Milliseconds to wait at most; default 10000, always cut to what is left of the run. */ timeoutMs?: number;
      },
    ): Promise<string | boolean | string[] | null>;
    /**
     * Runs JavaScript in the page and gives its result as JSON. The text is an expression, statements whose last value counts, or a function that gets `args`. It sees the page's own variables, and nothing of the script around it. Throws ScriptError with the page's message.
     * @example const state = await g.dom.evaluate("(key) => window.appState[key]", ["user"]);
     * @since 0.1.0
     */
    evaluate(
      js: string,
      args?: unknown[],
      options?: {
        /** Frame to look in: its name, id, or a part of its address, at any depth; an array goes from frame to inner frame. Default: the page, then its frames. */ frame?:
          string | string[];
        /** Milliseconds to wait at most; default 10000, always cut to what is left of the run. */ timeoutMs?: number;
      },
    ): Promise<any>;
    /**
     * Reads the page into data of the given shape, in one go. A shape is a selector (its text, or null when nothing matches); `["selector"]` (the texts of all matches); `["selector", shape]` (a list, the shape read inside each match); `{select, attr, as, decimal, required}` (one value: `attr` an attribute instead of the text, `as` one of text, number, integer, boolean, html, url; without `select` the match itself); or an object of names and shapes. Addresses (href, src) come out whole. Numbers are understood as they are written ("€ 3.450,50", "1,204.5"); where "1.204" could be either, the page's language decides, or `decimal`. Does not wait, but for `root`. Throws NotFound for a `required` value that is missing.
     * @example const { items } = await g.dom.extract({
     *   items: [".card", { name: "h2", price: { select: ".price", as: "number" }, url: { select: "a", attr: "href" } }],
     * });
     * @since 0.1.0
     */
    extract(
      shape: unknown,
      options?: {
        /** Read inside the first match only; waits until it is there. */ root?: string | string[];
        /** Frame to look in: its name, id, or a part of its address, at any depth; an array goes from frame to inner frame. Default: the page, then its frames. */ frame?:
          string | string[];
        /** Milliseconds to wait at most; default 10000, always cut to what is left of the run. */ timeoutMs?: number;
      },
    ): Promise<any>;
    /**
     * Reads a table into a list of objects, one for each row, with the column names as keys. A cell that spans rows or columns is in each of them; a heading of several rows is joined ("Q1 Units"); hidden rows and the table's foot are left out; a table inside a cell is that cell's text; text that the page's style puts before or after a cell belongs to it. Waits until the table is there; throws NotFound.
     * @example const rows = await g.dom.extractTable("#sales", { maxRows: 50 });
     * @since 0.1.0
     */
    extractTable(
      selector: string | string[],
      options?: {
        /** Names to use instead of the table's own, in order of its columns; false: the table has no heading, every row is data. */ headers?:
          string[] | false;
        /** Read so many rows at most. */ maxRows?: number;
        /** Frame to look in: its name, id, or a part of its address, at any depth; an array goes from frame to inner frame. Default: the page, then its frames. */ frame?:
          string | string[];
        /** Milliseconds to wait at most; default 10000, always cut to what is left of the run. */ timeoutMs?: number;
      },
    ): Promise<Record<string, string>[]>;
  };
  readonly flow: {
    /**
     * Calls `fn` again when it throws. By default 3 attempts, 500 ms apart, doubling; only errors that say they are retryable, or whose code is in `onCodes`.
     * @example const page = await g.flow.retry(() => g.http.get(url), { attempts: 4, onCodes: ["NetworkError"] });
     * @since 0.1.0
     */
    retry<T>(
      fn: (attempt: number) => T | Promise<T>,
      options?: { attempts?: number; delayMs?: number; backoff?: number; onCodes?: string[] },
    ): Promise<T>;
    /**
     * Calls `fn` until it gives something truthy, and gives that. Throws Timeout after `timeoutMs` (by default what is left of the run).
     * @example await g.flow.pollUntil(async () => (await g.dom.getText("#state")) === "done", { everyMs: 200 });
     * @since 0.1.0
     */
    pollUntil<T>(fn: () => T | Promise<T>, options?: { everyMs?: number; timeoutMs?: number }): Promise<NonNullable<T>>;
  };
  readonly http: {
    /**
     * Sends an HTTP request and gives the answer.
     *
     * `headers` has lower-case names; several of one name are joined by ", ", and `set-cookie` has one cookie a line.
     * `body` is text, decoded by its charset; where the answer is not text it is base64 and `encoding` says so.
     * `json` is the parsed body of a JSON answer. A status of 400 or more does not throw.
     * The headers of tools.json are added by Guidon; scripts do not see their secrets, and answers that repeat one show «secret:NAME» in its place.
     * A request that would carry a secret to a host that the tool may not send it to fails with `BlockedByPolicy`.
     * Redirects are followed, 20 at most; to another origin go only harmless headers (Accept, Content-Type, User-Agent and the like), never a body.
     * Ten requests of a run go on at once, fewer where `maxBytes` is above 8 MiB; more wait for their turn, within their own time.
     * Other errors: `NetworkError`, `Timeout`, `ResponseTooLarge` (8 MiB, or see maxBytes), `UnsupportedResponse`, `InvalidArgument`.
     * @example const r = await g.http.makeHttpRequest({ url: "https://api.example.com/tickets", method: "POST", json: { title: g.tool.args.title } });
     * if (!r.ok) g.tool.fail("NetworkError", `The API answered ${r.status}`);
     * return r.json;
     * @since 0.1.0
     */
    makeHttpRequest(request: {
      /** Headers of this request. One that the tool's own headers have too wins over theirs */ headers?: Record<
        string,
        string | number | boolean | string[]
      >;
      /** Added to the address; a list adds its name several times, null is left out */ query?: Record<
        string,
        unknown | unknown[]
      >;
      /** Text as it is, or plain data, which is sent as JSON */ body?: unknown;
      /** "base64": `body` is base64 text of the bytes to send */ bodyEncoding?: "text" | "base64";
      /** Plain data, sent as JSON (instead of body) */ json?: unknown;
      /** Fields, sent as a URL-encoded form (instead of body) */ form?: Record<string, unknown | unknown[]>;
      /** Milliseconds for all of it, redirects, retries and body too; never more than is left of the run */ timeoutMs?: number;
      /** How to give the body; left out: text where it is text, else base64 */ responseType?:
        "text" | "json" | "base64";
      /** How often to try again after a network error or status 429, 502, 503, 504 (default 0); heeds Retry-After */ retry?: number;
      /** "follow" (default): up to 20; "manual": gives the redirect itself; "error": fails */ redirect?:
        "follow" | "manual" | "error";
      /** Take at most so many bytes of the body and set `truncated`; left out, more than 8 MiB is an error */ maxBytes?: number;
      /** false: send without the headers of tools.json */ toolHeaders?: boolean;
      /** Not in this version */ saveAs?: string;
      /** Not in this version */ useBrowserSession?: boolean;
      /** Absolute http or https address */ url: string;
      /** Default: GET, or POST when there is a body */ method?: string;
    }): Promise<{
      status: number;
      statusText: string;
      ok: boolean;
      url: string;
      redirectedFrom?: string;
      headers: Record<string, string>;
      body: string;
      encoding: "text" | "base64";
      json?: any;
      truncated: boolean;
    }>;
    /**
     * Sends a GET request. Options and answer are those of `g.http.makeHttpRequest`.
     * @example const { json } = await g.http.get("https://api.example.com/orders", { query: { page: 2 } });
     * @since 0.1.0
     */
    get(
      url: string,
      options?: {
        /** Headers of this request. One that the tool's own headers have too wins over theirs */ headers?: Record<
          string,
          string | number | boolean | string[]
        >;
        /** Added to the address; a list adds its name several times, null is left out */ query?: Record<
          string,
          unknown | unknown[]
        >;
        /** Text as it is, or plain data, which is sent as JSON */ body?: unknown;
        /** "base64": `body` is base64 text of the bytes to send */ bodyEncoding?: "text" | "base64";
        /** Plain data, sent as JSON (instead of body) */ json?: unknown;
        /** Fields, sent as a URL-encoded form (instead of body) */ form?: Record<string, unknown | unknown[]>;
        /** Milliseconds for all of it, redirects, retries and body too; never more than is left of the run */ timeoutMs?: number;
        /** How to give the body; left out: text where it is text, else base64 */ responseType?:
          "text" | "json" | "base64";
        /** How often to try again after a network error or status 429, 502, 503, 504 (default 0); heeds Retry-After */ retry?: number;
        /** "follow" (default): up to 20; "manual": gives the redirect itself; "error": fails */ redirect?:
          "follow" | "manual" | "error";
        /** Take at most so many bytes of the body and set `truncated`; left out, more than 8 MiB is an error */ maxBytes?: number;
        /** false: send without the headers of tools.json */ toolHeaders?: boolean;
        /** Not in this version */ saveAs?: string;
        /** Not in this version */ useBrowserSession?: boolean;
      },
    ): Promise<{
      status: number;
      statusText: string;
      ok: boolean;
      url: string;
      redirectedFrom?: string;
      headers: Record<string, string>;
      body: string;
      encoding: "text" | "base64";
      json?: any;
      truncated: boolean;
    }>;
    /**
     * Sends a POST request. An object or list as the body goes as JSON. Options and answer are those of `g.http.makeHttpRequest`.
     * @example const r = await g.http.post("https://api.example.com/orders", { item: "Lamp", count: 2 });
     * @since 0.1.0
     */
    post(
      url: string,
      body?: unknown,
      options?: {
        /** Headers of this request. One that the tool's own headers have too wins over theirs */ headers?: Record<
          string,
          string | number | boolean | string[]
        >;
        /** Added to the address; a list adds its name several times, null is left out */ query?: Record<
          string,
          unknown | unknown[]
        >;
        /** Text as it is, or plain data, which is sent as JSON */ body?: unknown;
        /** "base64": `body` is base64 text of the bytes to send */ bodyEncoding?: "text" | "base64";
        /** Plain data, sent as JSON (instead of body) */ json?: unknown;
        /** Fields, sent as a URL-encoded form (instead of body) */ form?: Record<string, unknown | unknown[]>;
        /** Milliseconds for all of it, redirects, retries and body too; never more than is left of the run */ timeoutMs?: number;
        /** How to give the body; left out: text where it is text, else base64 */ responseType?:
          "text" | "json" | "base64";
        /** How often to try again after a network error or status 429, 502, 503, 504 (default 0); heeds Retry-After */ retry?: number;
        /** "follow" (default): up to 20; "manual": gives the redirect itself; "error": fails */ redirect?:
          "follow" | "manual" | "error";
        /** Take at most so many bytes of the body and set `truncated`; left out, more than 8 MiB is an error */ maxBytes?: number;
        /** false: send without the headers of tools.json */ toolHeaders?: boolean;
        /** Not in this version */ saveAs?: string;
        /** Not in this version */ useBrowserSession?: boolean;
      },
    ): Promise<{
      status: number;
      statusText: string;
      ok: boolean;
      url: string;
      redirectedFrom?: string;
      headers: Record<string, string>;
      body: string;
      encoding: "text" | "base64";
      json?: any;
      truncated: boolean;
    }>;
    /**
     * Sends a request with the given method. Options and answer are those of `g.http.makeHttpRequest`.
     * @example const r = await g.http.request("DELETE", "https://api.example.com/orders/17");
     * @since 0.1.0
     */
    request(
      method: string,
      url: string,
      options?: {
        /** Headers of this request. One that the tool's own headers have too wins over theirs */ headers?: Record<
          string,
          string | number | boolean | string[]
        >;
        /** Added to the address; a list adds its name several times, null is left out */ query?: Record<
          string,
          unknown | unknown[]
        >;
        /** Text as it is, or plain data, which is sent as JSON */ body?: unknown;
        /** "base64": `body` is base64 text of the bytes to send */ bodyEncoding?: "text" | "base64";
        /** Plain data, sent as JSON (instead of body) */ json?: unknown;
        /** Fields, sent as a URL-encoded form (instead of body) */ form?: Record<string, unknown | unknown[]>;
        /** Milliseconds for all of it, redirects, retries and body too; never more than is left of the run */ timeoutMs?: number;
        /** How to give the body; left out: text where it is text, else base64 */ responseType?:
          "text" | "json" | "base64";
        /** How often to try again after a network error or status 429, 502, 503, 504 (default 0); heeds Retry-After */ retry?: number;
        /** "follow" (default): up to 20; "manual": gives the redirect itself; "error": fails */ redirect?:
          "follow" | "manual" | "error";
        /** Take at most so many bytes of the body and set `truncated`; left out, more than 8 MiB is an error */ maxBytes?: number;
        /** false: send without the headers of tools.json */ toolHeaders?: boolean;
        /** Not in this version */ saveAs?: string;
        /** Not in this version */ useBrowserSession?: boolean;
      },
    ): Promise<{
      status: number;
      statusText: string;
      ok: boolean;
      url: string;
      redirectedFrom?: string;
      headers: Record<string, string>;
      body: string;
      encoding: "text" | "base64";
      json?: any;
      truncated: boolean;
    }>;
  };
  readonly nav: {
    /**
     * Opens an address and waits for the page. Only http, https and about:blank can be opened. A status of 400 or more is no error: the page can be read, and `status` tells. Once the page has begun to arrive, `load` (or what `waitUntil` asks for) is waited for at most 5 s and at most a third of the time left; after that the call goes on with what is there and the log says so, because some pages never finish loading. Throws NavigationFailed (no answer, or a file download), Timeout (no answer in time), BlockedByPolicy, BrowserUnavailable.
     * @example const { status } = await g.nav.navigateToUrl("https://store.example.com/search?q=lamp");
     * @since 0.1.0
     */
    navigateToUrl(
      url: string,
      options?: {
        /** How far the page must have got: `domReady` its text is there, `load` its images too, `networkIdle` half a second without requests, `none` its beginning. Default load. */ waitUntil?:
          "load" | "domReady" | "networkIdle" | "none";
        /** Milliseconds to wait at most; always cut to what is left of the run. */ timeoutMs?: number;
      },
    ): Promise<{ url: string; title: string; status: number | null }>;
    /**
     * Goes to the page before this one. Throws NavigationFailed when there is none.
     * @example await g.nav.goBack();
     * @since 0.1.0
     */
    goBack(options?: {
      /** How far the page must have got: `domReady` its text is there, `load` its images too, `networkIdle` half a second without requests, `none` its beginning. Default load. */ waitUntil?:
        "load" | "domReady" | "networkIdle" | "none";
      /** Milliseconds to wait at most; always cut to what is left of the run. */ timeoutMs?: number;
    }): Promise<{ url: string; title: string; status: number | null }>;
    /**
     * Goes forward again after `goBack`. Throws NavigationFailed when there is no such page.
     * @example await g.nav.goForward();
     * @since 0.1.0
     */
    goForward(options?: {
      /** How far the page must have got: `domReady` its text is there, `load` its images too, `networkIdle` half a second without requests, `none` its beginning. Default load. */ waitUntil?:
        "load" | "domReady" | "networkIdle" | "none";
      /** Milliseconds to wait at most; always cut to what is left of the run. */ timeoutMs?: number;
    }): Promise<{ url: string; title: string; status: number | null }>;
    /**
     * Loads the page anew.
     * @example await g.nav.reloadPage();
     * @since 0.1.0
     */
    reloadPage(options?: {
      /** How far the page must have got: `domReady` its text is there, `load` its images too, `networkIdle` half a second without requests, `none` its beginning. Default load. */ waitUntil?:
        "load" | "domReady" | "networkIdle" | "none";
      /** Milliseconds to wait at most; always cut to what is left of the run. */ timeoutMs?: number;
    }): Promise<{ url: string; title: string; status: number | null }>;
    /**
     * The address of the page as it is now.
     * @example const url = await g.nav.getCurrentUrl();
     * @since 0.1.0
     */
    getCurrentUrl(): Promise<string>;
    /**
     * The title of the page as it is now.
     * @example const title = await g.nav.getPageTitle();
     * @since 0.1.0
     */
    getPageTitle(): Promise<string>;
    /**
     * Waits until the page's address fits, also where the page changes it by itself without loading anew. Gives the address. Throws Timeout.
     * @example await g.nav.waitForUrl("/account"); // or "https://*.example.com/orders/*"
     * @since 0.1.0
     */
    waitForUrl(
      pattern: string,
      options?: { /** Milliseconds to wait at most; always cut to what is left of the run. */ timeoutMs?: number },
    ): Promise<string>;
    /**
     * Waits until the page has got as far as asked. Unlike `navigateToUrl` it throws Timeout when that does not happen.
     * @example await g.nav.waitForLoad("networkIdle");
     * @since 0.1.0
     */
    waitForLoad(
      state?: "load" | "domReady" | "networkIdle",
      options?: { /** Milliseconds to wait at most; always cut to what is left of the run. */ timeoutMs?: number },
    ): Promise<void>;
  };
  readonly page: {
    /**
     * Decides over the page's next dialog (alert, confirm, prompt, or the question before leaving). It is armed when called: call it first, do what brings the dialog, then await it. Gives what the dialog said. Without it, alerts and leaving are accepted, confirm and prompt are dismissed, and the log says so. Throws Timeout when no dialog came.
     * @example const dialog = g.page.handleNextDialog("accept");
     * await g.dom.click("#delete");
     * const { message } = await dialog;
     * @since 0.1.0
     */
    handleNextDialog(
      answer: "accept" | "dismiss",
      options?: {
        /** What to type into a prompt; default is what stands in it. */ text?: string;
        /** Milliseconds to wait at most; default is all that is left of the run. */ timeoutMs?: number;
      },
    ): Promise<{ type: "alert" | "confirm" | "prompt" | "beforeunload"; message: string }>;
  };
  readonly secrets: {
    /**
     * Gives the value of a secret, to runs that a person starts in a trusted editor window.
     * Runs started by agents, the command line or a queue get `AccessDenied`: scripts of theirs never hold a secret. Write it as `{{NAME}}` into the tool's `headers` in tools.json instead; Guidon fills it in when the request is sent.
     * @example const key = await g.secrets.getSecret("API_TOKEN");
     * @since 0.1.0
     */
    getSecret(name: string): Promise<string>;
    /**
     * Tells whether a secret is set, for every kind of run.
     * @example if (!(await g.secrets.hasSecret("API_TOKEN"))) g.tool.fail("AuthRequired", "API_TOKEN is not set");
     * @since 0.1.0
     */
    hasSecret(name: string): Promise<boolean>;
  };
  readonly tool: {
    /**
     * The tool's name in tools.json.
     * @example g.tool.name
     * @since 0.1.0
     */
    name: string;
    /**
     * The arguments of the call, checked against the tool's `parameters`, defaults filled in. Frozen.
     * @example const { keyword, maxResults = 10 } = g.tool.args;
     * @since 0.1.0
     */
    args: Readonly<Args>;
    /**
     * Id of this run, as in logs.
     * @example g.tool.callId
     * @since 0.1.0
     */
    callId: string;
    /**
     * Who started the run. `User` is a person in a trusted editor window; agents are `Mcp`, the command line is `External`.
     * @example if (g.tool.origin === "Mcp") g.log("called by an agent");
     * @since 0.1.0
     */
    origin: "User" | "Mcp" | "External" | "Queue";
    /**
     * Milliseconds that the whole run may take.
     * @example g.tool.timeoutMs
     * @since 0.1.0
     */
    timeoutMs: number;
    /**
     * Milliseconds left of the run's deadline.
     * @example while (g.tool.remainingMs() > 5000) await nextPage();
     * @since 0.1.0
     */
    remainingMs(): number;
    /**
     * Whether the caller gave up or the deadline came.
     * @example if (g.tool.isCanceled()) return;
     * @since 0.1.0
     */
    isCanceled(): boolean;
    /**
     * Fires when the caller gives up and at the deadline.
     * @example g.tool.signal.addEventListener("abort", () => g.log("stopping"));
     * @since 0.1.0
     */
    signal: AbortSignal;
    /**
     * Ends the run with an error that the agent can act on. Throws a ToolError.
     * @example g.tool.fail("EmptyResult", "No product matches", { hint: "Try a shorter keyword" });
     * @since 0.1.0
     */
    fail(code: string, message: string, options?: { hint?: string; details?: unknown }): never;
    /**
     * Tells whoever waits how far the run is. The message is shown by clients that show progress, and it keeps them waiting.
     * @example await g.tool.reportProgress("page 2 of 5", { current: 2, total: 5 });
     * @since 0.1.0
     */
    reportProgress(
      message: string,
      options?: {
        /** How much is done, in any unit */ current?: number;
        /** How much there is, in the same unit */ total?: number;
      },
    ): Promise<void>;
  };
}

declare const g: GuidonApi;

/** As far as scripts have it; a project with the types of the web or of Node has more of it. */
interface AbortSignal {
  readonly aborted: boolean;
  readonly reason: any;
  throwIfAborted(): void;
  addEventListener(type: "abort", listener: (event: any) => void): void;
  removeEventListener(type: "abort", listener: (event: any) => void): void;
}

/** What host calls throw. `code` tells the kind: "Timeout", "NotFound", "NetworkError", … */
declare class ToolError extends Error {
  readonly code: string;
  readonly hint?: string;
  readonly retryable: boolean;
  readonly details?: unknown;
  constructor(
    code: string,
    message: string,
    options?: { hint?: string; retryable?: boolean; details?: unknown; cause?: unknown },
  );
}
