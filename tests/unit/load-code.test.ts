import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { CodeUnavailable, loadCode } from "#app/lib/code/load-code.ts";
import { loadRouteModule } from "#app/lib/code/load-route-module.ts";
import { knownNewBuild } from "#app/lib/code/new-build.ts";

const responses = vi.fn<(address: string) => Response>();
let count = 0;
/** Files are fetched once per page, and the tests share one. */
const newFile = () => `/assets/part-${++count}.js`;
const file = () => new Response("export {}");
const offline = () => {
  throw new TypeError("Failed to fetch");
};
const importing = async () => "module";

beforeEach(() => {
  vi.useFakeTimers();
  responses.mockReset().mockImplementation(file);
  vi.stubGlobal("fetch", async (address: string) => responses(address));
  vi.stubGlobal("window", { __remixManifest: { version: "mine" } });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** The final failure, after all retries. */
async function failureOf(loading: Promise<unknown>): Promise<unknown> {
  const ended = loading.then(
    () => "loaded",
    (thrown: unknown) => (thrown instanceof CodeUnavailable ? thrown.failure : thrown),
  );
  await vi.runAllTimersAsync();
  return ended;
}

test("a file is fetched once, whoever requests it, and before it is imported", async () => {
  const [shared, own, other] = [newFile(), newFile(), newFile()];
  const order: string[] = [];
  responses.mockImplementation((address) => {
    order.push(address);
    return file();
  });
  const importIt = async () => order.push("import");
  await Promise.all([loadCode([shared, own], importIt), loadCode([shared, other], importIt)]);
  expect(order).toEqual([shared, own, other, "import", "import"]);
});

test("two failures are retried, a third is reported, and a later request tries again", async () => {
  const [shaky, gone] = [newFile(), newFile()];
  responses.mockImplementationOnce(offline).mockImplementationOnce(() => new Response(null, { status: 503 }));
  expect(await failureOf(loadCode([shaky], importing))).toBe("loaded");
  expect(responses).toHaveBeenCalledTimes(3);

  responses.mockClear().mockImplementation(offline);
  expect(await failureOf(loadCode([gone], importing))).toBe("unreachable");
  expect(responses).toHaveBeenCalledTimes(3);
  responses.mockImplementation(file);
  expect(await failureOf(loadCode([gone], importing))).toBe("loaded");
});

test("a file that never arrives is given up on after its timeout", async () => {
  const stuck = () => {
    throw new DOMException("", "TimeoutError");
  };
  responses.mockImplementation(stuck);
  expect(await failureOf(loadCode([newFile()], importing))).toBe("unreachable");
  expect(responses).toHaveBeenCalledTimes(1);
});

test("a file of an older build fails immediately, and the newer build becomes known", async () => {
  const headers = { "x-latchkey-build": "theirs" };
  responses.mockImplementation(() => new Response(null, { status: 404, headers }));
  expect(await failureOf(loadCode([newFile()], importing))).toBe("gone");
  expect(responses).toHaveBeenCalledTimes(1);
  expect(knownNewBuild()).toBe("theirs");
});

test("code that does not run is broken", async () => {
  const planted = async () => {
    throw new Error("planted");
  };
  expect(await failureOf(loadCode([newFile()], planted))).toBe("broken");
});

test("a known page is not loaded again, and one that cannot be loaded throws when it is rendered, until it can", async () => {
  const page = { default: () => null };
  expect(await loadRouteModule({ id: "page", module: newFile() }, { page })).toBe(page);
  expect(responses).not.toHaveBeenCalled();
  responses.mockImplementation(offline);
  const known: Parameters<typeof loadRouteModule>[1] = {};
  const loading = loadRouteModule({ id: "other", module: newFile() }, known);
  await vi.runAllTimersAsync();
  const { default: Late } = await loading;
  const draw = () => renderToStaticMarkup(createElement(Late));
  expect(draw).toThrow(CodeUnavailable);
  known.other = { default: () => createElement("p") };
  expect(draw()).toBe("<p></p>");
});
