import { Script } from "node:vm";
import { describe, expect, test } from "vitest";
import { sectionsFor } from "#app/features/docs/content.server.ts";
import { PAGE_SCRIPT } from "#app/lib/documentation/language.ts";
import { findSections, type IndexedSection } from "#app/lib/documentation/search.ts";
import { topicNamed } from "#app/lib/documentation/topics.ts";
import { escapeHtml } from "#app/lib/html.ts";

/** The attributes the page's script writes on its frame, with `stored` in the browser's storage. */
function painted(stored: Record<string, string> | "denied"): Record<string, string> {
  const dataset: Record<string, string> = { reader: "unknown", language: "curl" };
  const getItem = (name: string) => {
    if (stored === "denied") throw new Error("denied");
    return stored[name] ?? null;
  };
  new Script(PAGE_SCRIPT).runInNewContext({
    document: { currentScript: { parentElement: { dataset } } },
    localStorage: { getItem },
  });
  return dataset;
}

describe("before the first paint", () => {
  test("the frame is the signed-in one for signed-in users", () => {
    expect(painted({ "latchkey-auth-token": "{}" }).reader).toBe("in");
    expect(painted({}).reader).toBe("out");
    expect(painted("denied").reader).toBe("out");
  });

  test("the samples are in the chosen language, or in the first one if that is not available", () => {
    const languageOf = (stored: string) => painted({ "latchkey-docs-language": stored }).language;
    expect(["curl", "python", "typescript", "cobol"].map(languageOf)).toEqual([
      "curl",
      "python",
      "typescript",
      "curl",
    ]);
    expect(painted("denied").language).toBe("curl");
  });
});

test("an address without a topic shows the first one; an unknown name is 404", () => {
  expect(topicNamed(undefined)?.name).toBe("authentication");
  expect(topicNamed("api-usage")?.title).toBe("API Usage");
  expect(topicNamed("reference")?.title).toBe("API Reference");
  expect(["", "nope", "constructor"].map(topicNamed)).toEqual([undefined, undefined, undefined]);
});

test("text in HTML can neither open a tag nor close an attribute", () => {
  expect(escapeHtml(`<a b="c" d='e'>&`)).toBe("&lt;a b=&quot;c&quot; d=&#39;e&#39;&gt;&amp;");
});

describe("the search", () => {
  const section = (title: string, text: string): IndexedSection => ({
    topic: "integration",
    id: title.toLowerCase(),
    title,
    text,
    page: "Integration",
    code: "",
  });
  const sections = [
    section("Streaming", "Responses arrive in chunks. Limits count them once."),
    section("Rate limits", "Wait for the seconds in Retry-After."),
    section("Limits of keys", "A key can have an expiry date."),
  ];
  const titles = (query: string) => findSections(sections, query).map(({ title }) => title);

  test("finds every word of the query, in any case and order, matches in a title first", () => {
    expect(titles("LIMITS")).toEqual(["Limits of keys", "Rate limits", "Streaming"]);
    expect(titles("chunks responses")).toEqual(["Streaming"]);
    expect(titles("retry-a")).toEqual(["Rate limits"]);
  });

  test("finds nothing when one word is missing, and nothing for an empty query", () => {
    expect([titles("limits elephant"), titles(""), titles("  ")]).toEqual([[], [], []]);
  });

  test("shows the text around the match", () => {
    const long = section("Long", `${"before ".repeat(30)}needle ${"after ".repeat(30)}`);
    const [hit] = findSections([long], "needle");
    expect(hit?.excerpt).toMatch(/^…(before )+needle (after )*after…$/);
    expect(findSections(sections, "streaming")[0]?.excerpt).toBe(
      "Responses arrive in chunks. Limits count them once.",
    );
  });

  test("shows six results at most", () => {
    const many = Array.from({ length: 9 }, (_, at) => section(`Same ${at}`, "words"));
    expect(findSections(many, "words")).toHaveLength(6);
  });
});

/** What readers type, and the page or section that should come first. */
const EXPECTED: [query: string, first: string][] = [
  ["quickstart", "quickstart"],
  ["getting started", "quickstart"],
  ["python", "quickstart"],
  ["cost", "models"],
  ["pricing", "models"],
  ["429", "rate-limits"],
  ["rate limit", "rate-limits"],
  ["too many requests", "rate-limits"],
  ["402", "errors"],
  ["budget_exceeded", "budgets"],
  ["x-api-key", "authentication"],
  ["streaming", "streaming"],
  ["sse", "streaming"],
  ["function calling", "tool-calls"],
  ["json schema", "structured-output"],
  ["cache_control", "prompt-caching"],
  ["cors", "browsers"],
  ["leaked key", "rotating-keys"],
  ["rotate", "rotating-keys"],
  ["claude", "anthropic"],
  ["vercel", "ai-sdk"],
  ["langchain", "langchain"],
  ["test key", "test-keys"],
  ["changelog", "changelog"],
  ["disconnect 499", "charges"],
  ["create embeddings", "reference/create-embeddings"],
  ["zdrEnabled", "langchain"],
  ["/v1/messages/count_tokens", "reference/count-the-tokens-of-a-message"],
];

test("searching for what readers type finds the page that they need first", () => {
  const sections = sectionsFor("https://api.test");
  for (const [query, first] of EXPECTED) expect(findSections(sections, query)[0]?.topic, query).toBe(first);
});
