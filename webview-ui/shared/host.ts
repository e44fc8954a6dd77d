/** The channel to the extension: typed messages both ways, and a state that survives when the view is hidden or the window reloads. */
declare function acquireVsCodeApi(): {
  postMessage(message: unknown): void;
  getState(): unknown;
  setState(state: unknown): void;
};

export interface Host<ToView, ToExtension, State> {
  post(message: ToExtension): void;
  onMessage(listener: (message: ToView) => void): void;
  readState(): Partial<State>;
  saveState(state: State): void;
}

/** Called once in a page. */
export function connectHost<ToView, ToExtension, State extends object>(): Host<ToView, ToExtension, State> {
  const api = acquireVsCodeApi();
  return {
    post: (message) => api.postMessage(message),
    onMessage: (listener) =>
      window.addEventListener("message", (event: MessageEvent<unknown>) => listener(event.data as ToView)),
    readState() {
      const state = api.getState();
      return typeof state === "object" && state !== null ? state : {};
    },
    saveState: (state) => api.setState(state),
  };
}
