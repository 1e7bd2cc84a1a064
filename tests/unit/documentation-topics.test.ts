import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { stripTypeScriptTypes } from "node:module";
import { describe, expect, test } from "vitest";
import { blocksFor, sectionsFor } from "#app/features/docs/content.server.ts";
import { SAMPLE_ORIGIN } from "#app/features/docs/topic.ts";
import { DOCUMENTATION_PAGES } from "#app/features/docs/topics.ts";
import { paths } from "#app/lib/paths.ts";
import { GATEWAY_ERRORS } from "#core/domain/gateway/error-answers.ts";
import { compileTopic } from "#scripts/documentation/compile-topic.ts";
import { withReference } from "#scripts/documentation/reference.ts";
import { openApiDocument } from "#worker/api/openapi/document.ts";

const sourceOf = (name: string) => withReference(readFileSync(`app/features/docs/topics/${name}.md`, "utf8"));
const topics = await Promise.all(
  DOCUMENTATION_PAGES.map(async ({ name }) => ({
    name,
    source: sourceOf(name),
    ...(await compileTopic(sourceOf(name))),
  })),
);
const fences = (source: string, language: string) =>
  [...source.matchAll(/^```(\w+)[^\n]*\n(.*?)^```$/gms)].flatMap(([, name, code = ""]) =>
    name === language ? [code] : [],
  );

const SAMPLE = [
  "## A sample",
  `\`\`\`sh\ncurl ${SAMPLE_ORIGIN}/v1 -H "a: <b>" # why\n\`\`\``,
  `\`\`\`python\nimport os\n\`\`\``,
  `\`\`\`ts\nconst a = "b";\n\`\`\``,
].join("\n\n");

describe("a topic", () => {
  test("is made of headings, texts, notes, code and samples", async () => {
    const note = "> **Never** do this.";
    const request = "### Part\n\n```http\nGET /a\n```";
    const { blocks } = await compileTopic(
      `## One & two\n\nText.\n\n- Item\n\n${note}\n\n\`\`\`json Answer\n{}\n\`\`\`\n\n${request}`,
    );
    expect(blocks).toEqual([
      { kind: "heading", id: "one-two", title: "One & two" },
      { kind: "prose", html: expect.stringMatching(/^<p>Text\.<\/p>\s*<ul>/) },
      { kind: "note", html: "<p><strong>Never</strong> do this.</p>" },
      { kind: "code", title: "Answer", html: "{}" },
      { kind: "heading", id: "part", title: "Part", inner: true },
      { kind: "request", method: "GET", path: "/a" },
    ]);
  });

  test("shows flags, words, strings and comments of its code in their colours, and no markup from it", async () => {
    const { blocks } = await compileTopic(SAMPLE);
    expect(blocks[1]).toEqual({
      kind: "samples",
      html: {
        curl: `curl ${SAMPLE_ORIGIN}/v1 <span class="text-code-key">-H </span><span class="text-code-string">&quot;a: &lt;b&gt;&quot; </span><span class="text-ink-3"># why</span>`,
        python: '<span class="text-code-key">import</span> os',
        typescript:
          '<span class="text-code-key">const </span>a = <span class="text-code-string">&quot;b&quot;</span>;',
      },
    });
  });

  test("is found by what its texts, notes and tables say, each under its heading", async () => {
    const table = "| Status | Code |\n|---|---|\n| 401 | `no_key` |\n| 402 | `no_money` |";
    const { sections } = await compileTopic(
      `## First\n\nA **bold** “word”, & more.\n\n## Second\n\n> Note.\n\n${table}`,
    );
    expect(sections).toEqual([
      { id: "first", title: "First", text: "A bold “word”, & more." },
      { id: "second", title: "Second", text: "Note. 401 · no_key · 402 · no_money" },
    ]);
  });

  test("is refused without a heading above its texts, and when a sample lacks a language", async () => {
    await expect(compileTopic("Text.")).rejects.toThrow("begins with a heading");
    await expect(compileTopic("## A\n\n```sh\na\n```\n\n```ts\nb\n```")).rejects.toThrow("sh, python, ts");
    await expect(compileTopic("## A\n\n```json\n{}\n```")).rejects.toThrow("sh, python, ts");
  });
});

describe.each(topics)("the documentation of $name", ({ source, blocks, sections }) => {
  test("has sections with anchors of their own", () => {
    const ids = sections.map(({ id }) => id);
    expect(ids.length).toBeGreaterThan(4);
    expect(new Set(ids).size).toBe(ids.length);
    expect(sections.filter(({ text }) => text === "")).toEqual([]);
  });

  test("has a name of its own for each piece of code that one can go to", () => {
    const names = blocks.flatMap((block) => (block.kind === "code" ? [block.title] : []));
    expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
  });

  test("has samples that a shell and Node can read", () => {
    const commands = fences(source, "sh");
    const programs = fences(source, "ts");
    expect(commands.length).toBeGreaterThan(1);
    expect(programs.length).toBe(commands.length);
    for (const command of commands) execFileSync("sh", ["-n"], { input: command });
    for (const program of programs) expect(() => stripTypeScriptTypes(program)).not.toThrow();
    for (const answer of fences(source, "json")) expect(() => JSON.parse(answer)).not.toThrow();
  });

  test("leads only to sections and pages that are there", () => {
    const targets = [...JSON.stringify(blocks).matchAll(/href=\\"([^"\\]+)\\"/g)].map(
      ([, href = ""]) => href,
    );
    const anchors = topics.flatMap(({ name, sections: all }) =>
      all.map(({ id }) => `${paths.documentationTopic(name)}#${id}`),
    );
    const pages: unknown[] = [
      ...Object.values(paths),
      ...DOCUMENTATION_PAGES.map(({ name }) => paths.documentationTopic(name)),
      `${SAMPLE_ORIGIN}/api/openapi.json`,
    ];
    expect(targets.filter((target) => !anchors.includes(target) && !pages.includes(target))).toEqual([]);
  });
});

describe("what a reader is sent", () => {
  const all = (origin: string) =>
    JSON.stringify(DOCUMENTATION_PAGES.map(({ name }) => blocksFor(name, origin)));

  test("holds their own address wherever the texts have the sample one", () => {
    const times = (text: string, part: string) => text.split(part).length - 1;
    const sources = topics.map(({ source }) => source).join("");
    expect(all("https://api.test")).not.toContain(SAMPLE_ORIGIN);
    expect(times(all("https://api.test"), "https://api.test")).toBe(times(sources, SAMPLE_ORIGIN));
    expect(JSON.stringify(sectionsFor("https://api.test"))).not.toContain(SAMPLE_ORIGIN);
  });

  test("takes no markup from an address", () => {
    const sent = all(`http://a"b&c<'$&`);
    expect(sent).toContain("http://a&quot;b&amp;c&lt;&#39;$&amp;");
    expect(sent).not.toContain("b&c");
  });

  test("is searched in all topics", () => {
    const found = sectionsFor("https://api.test").map(({ topic }) => topic);
    expect([...new Set(found)]).toEqual(["authentication", "api-usage", "integration", "reference"]);
  });
});

test("the errors of API Usage are all those of the gateway, with their statuses", () => {
  const source = topics.find(({ name }) => name === "api-usage")?.source ?? "";
  const said = [...source.matchAll(/^\| (\d{3}) \| `(\w+)` \|/gm)].map(
    ([, status, code]) => `${status} ${code}`,
  );
  const real = Object.entries(GATEWAY_ERRORS).map(([code, { status }]) => `${status} ${code}`);
  expect(said.toSorted()).toEqual(real.toSorted());
});

describe("the reference", () => {
  const blocks = topics.find(({ name }) => name === "reference")?.blocks ?? [];
  const shown = blocks.flatMap((block) =>
    block.kind === "request" ? [`${block.method} ${block.path}`] : [],
  );

  test("shows every operation of the OpenAPI document, and no other", () => {
    const operations = Object.entries(openApiDocument().paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );
    expect(operations.length).toBeGreaterThan(25);
    expect(shown.toSorted()).toEqual(operations.toSorted());
  });

  test("shows the fields of a body and of an answer down to the innermost, and what may go wrong", () => {
    const from = blocks.findIndex((block) => block.kind === "heading" && block.id === "create-an-api-key");
    const to = blocks.findIndex((block, at) => at > from && block.kind === "heading");
    const text = JSON.stringify(blocks.slice(from, to)).replace(/<[^>]+>/g, " ");
    for (const part of ["name", "Required", "budgets[].resets_at", "insufficient_balance", "402"])
      expect(text).toContain(part);
  });

  test("folds the fields of a long answer behind its example, and says how many they are", () => {
    const folds = blocks.flatMap((block, at) =>
      block.kind === "prose" && block.html.includes("<details>")
        ? [{ html: block.html, before: blocks[at - 1] }]
        : [],
    );
    expect(folds.length).toBeGreaterThan(10);
    for (const { html, before } of folds) {
      expect(before).toMatchObject({ kind: "code", title: expect.stringMatching(/^Answer to/) });
      const [, folded = ""] = /<details>(.*?)<\/details>/s.exec(html) ?? [];
      const rows = folded.split('<tr role="row"><td').length - 1;
      expect(rows).toBeGreaterThan(5);
      expect(folded).toContain(`<summary>All ${rows} fields</summary>`);
    }
  });

  test("names the types of a field that may be null in words", () => {
    expect(JSON.stringify(blocks)).toContain("string or null");
    expect(JSON.stringify(blocks)).not.toContain("string,null");
  });
});
