import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { CodeUnavailable, loadCode } from "#app/lib/code/load-code.ts";
import { loadRouteModule } from "#app/lib/code/load-route-module.ts";
import { knownNewBuild } from "#app/lib/code/new-build.ts";

const answers = vi.fn<(address: string) => Response>();
let count = 0;
/** Files are fetched once for each page, and the tests share one. */
const newFile = () => `/assets/part-${++count}.js`;
const file = () => new Response("export {}");
const offline = () => {
  throw new TypeError("Failed to fetch");
};
const importing = async () => "module";

beforeEach(() => {
  vi.useFakeTimers();
  answers.mockReset().mockImplementation(file);
  vi.stubGlobal("fetch", async (address: string) => answers(address));
  vi.stubGlobal("window", { __remixManifest: { version: "mine" } });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** The failure that it ended with, after all its pauses. */
async function failureOf(loading: Promise<unknown>): Promise<unknown> {
  const ended = loading.then(
    () => "loaded",
    (thrown: unknown) => (thrown instanceof CodeUnavailable ? thrown.failure : thrown),
  );
  await vi.runAllTimersAsync();
  return ended;
}

test("a file is fetched once, whoever wants it, and before it is imported", async () => {
  const [shared, own, other] = [newFile(), newFile(), newFile()];
  const order: string[] = [];
  answers.mockImplementation((address) => {
    order.push(address);
    return file();
  });
  const importIt = async () => order.push("import");
  await Promise.all([loadCode([shared, own], importIt), loadCode([shared, other], importIt)]);
  expect(order).toEqual([shared, own, other, "import", "import"]);
});

test("two failures are forgiven, a third is said, and a later wish tries anew", async () => {
  const [shaky, gone] = [newFile(), newFile()];
  answers.mockImplementationOnce(offline).mockImplementationOnce(() => new Response(null, { status: 503 }));
  expect(await failureOf(loadCode([shaky], importing))).toBe("loaded");
  expect(answers).toHaveBeenCalledTimes(3);

  answers.mockClear().mockImplementation(offline);
  expect(await failureOf(loadCode([gone], importing))).toBe("unreachable");
  expect(answers).toHaveBeenCalledTimes(3);
  answers.mockImplementation(file);
  expect(await failureOf(loadCode([gone], importing))).toBe("loaded");
});

test("a file that never comes is given up once its time is over", async () => {
  const stuck = () => {
    throw new DOMException("", "TimeoutError");
  };
  answers.mockImplementation(stuck);
  expect(await failureOf(loadCode([newFile()], importing))).toBe("unreachable");
  expect(answers).toHaveBeenCalledTimes(1);
});

test("a file of an older build is gone at once, and the newer build becomes known", async () => {
  const headers = { "x-latchkey-build": "theirs" };
  answers.mockImplementation(() => new Response(null, { status: 404, headers }));
  expect(await failureOf(loadCode([newFile()], importing))).toBe("gone");
  expect(answers).toHaveBeenCalledTimes(1);
  expect(knownNewBuild()).toBe("theirs");
});

test("code that does not run is broken", async () => {
  const planted = async () => {
    throw new Error("planted");
  };
  expect(await failureOf(loadCode([newFile()], planted))).toBe("broken");
});

test("a page that is known is not loaded again, and one that cannot be loaded throws when it is drawn, until it can", async () => {
  const page = { default: () => null };
  expect(await loadRouteModule({ id: "page", module: newFile() }, { page })).toBe(page);
  expect(answers).not.toHaveBeenCalled();
  answers.mockImplementation(offline);
  const known: Parameters<typeof loadRouteModule>[1] = {};
  const loading = loadRouteModule({ id: "other", module: newFile() }, known);
  await vi.runAllTimersAsync();
  const { default: Late } = await loading;
  const draw = () => renderToStaticMarkup(createElement(Late));
  expect(draw).toThrow(CodeUnavailable);
  known.other = { default: () => createElement("p") };
  expect(draw()).toBe("<p></p>");
});
