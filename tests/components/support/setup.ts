import { timeoutManager } from "@tanstack/react-query";
import { cleanup, configure } from "@testing-library/react";
import { afterAll, afterEach, beforeAll, beforeEach, vi } from "vitest";
import { browserQueryClient } from "#app/lib/query-client.ts";
import { currentToast, dismissToast } from "#app/lib/toast.ts";
import { PATIENCE_MS } from "#tests/support/limits.ts";
import { addMissingBrowserParts } from "./browser-parts.ts";
import { network } from "./network.ts";
import "@testing-library/jest-dom/vitest";

/** TanStack Query pauses so long before its first retry. */
const FIRST_RETRY_PAUSE_MS = 1_000;

addMissingBrowserParts();
configure({
  asyncUtilTimeout: PATIENCE_MS,
  // Printing the whole document would bury the message.
  getElementError: (message) =>
    new Error(`${message ?? ""}\n\nThe page reads: ${document.body.textContent?.slice(0, 2_000)}`),
});
timeoutManager.setTimeoutProvider({
  setTimeout: (callback, delay) => setTimeout(callback, delay <= FIRST_RETRY_PAUSE_MS ? 0 : delay),
  clearTimeout: (timer) => clearTimeout(timer),
  setInterval: (callback, delay) => setInterval(callback, delay),
  clearInterval: (timer) => clearInterval(timer),
});

beforeAll(() => network.listen({ onUnhandledFrame: "error" }));
beforeEach(() => {
  window.history.replaceState(null, "", "/");
});
afterEach(() => {
  cleanup();
  browserQueryClient().clear();
  network.resetHandlers();
  localStorage.clear();
  sessionStorage.clear();
  const toast = currentToast();
  if (toast) dismissToast(toast.id);
});
/** The test files of a worker share their modules and globals. */
afterAll(() => {
  network.close();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});
