import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { stripTypeScriptTypes } from "node:module";
import { describe, expect, test } from "vitest";
import { blocksFor, sectionsFor } from "#app/features/docs/content.server.ts";
import { CHARGES, DOCUMENTATION_PAGES, SAMPLE_ORIGIN } from "#app/features/docs/topics.ts";
import { paths } from "#app/lib/paths.ts";
import { GATEWAY_ERRORS } from "#core/domain/gateway/error-responses.ts";
import { compileTopic } from "#scripts/documentation/compile-topic.ts";
import { withReference } from "#scripts/documentation/reference.ts";
import { operations } from "#worker/api/app.ts";

const topics = await Promise.all(
  DOCUMENTATION_PAGES.map(async ({ name }) => {
    const source = await withReference(readFileSync(`app/features/docs/topics/${name}.md`, "utf8"));
    return { name, source, ...(await compileTopic(source)) };
  }),
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
      `## One & two\n\nText.\n\n- Item\n\n${note}\n\n\`\`\`json Response\n{}\n\`\`\`\n\n${request}`,
    );
    expect(blocks).toEqual([
      { kind: "heading", id: "one-two", title: "One & two" },
      { kind: "prose", html: expect.stringMatching(/^<p>Text\.<\/p>\s*<ul>/) },
      { kind: "note", html: "<p><strong>Never</strong> do this.</p>" },
      { kind: "code", title: "Response", html: "{}" },
      { kind: "heading", id: "part", title: "Part", inner: true },
      { kind: "request", method: "GET", path: "/a" },
    ]);
  });

  test("highlights flags, words, strings and comments of its code, and renders no markup from it", async () => {
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

  test("is found by its texts, notes and tables, each under its heading", async () => {
    const table = "| Status | Code |\n|---|---|\n| 401 | `no_key` |\n| 402 | `no_money` |";
    const { sections } = await compileTopic(
      `## First\n\nA **bold** “word”, & more.\n\n## Second\n\n> Note.\n\n${table}`,
    );
    expect(sections).toEqual([
      { id: "first", title: "First", text: "A bold “word”, & more." },
      { id: "second", title: "Second", text: "Note. 401 · no_key · 402 · no_money" },
    ]);
  });

  test("sets a table without code as text, whose cells name their columns", async () => {
    const { blocks } = await compileTopic(
      '## A\n\n| End | You "pay" |\n|---|---|\n| It fails | Nothing |\n\n## B\n\n| Code | When |\n|---|---|\n| `a` | Now |',
    );
    const [, text, , code] = blocks;
    expect(text).toMatchObject({ html: expect.stringContaining('class="docs-text"') });
    expect(text).toMatchObject({
      html: expect.stringContaining('<td role="cell" data-label="You &quot;pay&quot;">Nothing</td>'),
    });
    expect(JSON.stringify(code)).not.toMatch(/docs-text|data-label/);
  });

  test("is refused without a heading above its texts, and when a sample lacks a language", async () => {
    await expect(compileTopic("Text.")).rejects.toThrow("begins with a heading");
    await expect(compileTopic("## A\n\n```sh\na\n```\n\n```ts\nb\n```")).rejects.toThrow("sh, python, ts");
    await expect(compileTopic("## A\n\n```json\n{}\n```")).rejects.toThrow("sh, python, ts");
  });
});

describe.each(topics)("the documentation of $name", ({ name, source, blocks, sections }) => {
  test("has sections with their own anchors", () => {
    const ids = sections.map(({ id }) => id);
    expect(ids.length).toBeGreaterThan(4);
    expect(new Set(ids).size).toBe(ids.length);
    expect(sections.filter(({ text }) => text === "")).toEqual([]);
  });

  test("has its own name for each code block that can be linked to", () => {
    const names = blocks.flatMap((block) => (block.kind === "code" ? [block.title] : []));
    expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
  });

  test("has samples that a shell and Node can read", () => {
    const commands = fences(source, "sh");
    const programs = fences(source, "ts");
    if (name !== CHARGES.name) expect(commands.length).toBeGreaterThan(1);
    expect(programs.length).toBe(commands.length);
    for (const command of commands) execFileSync("sh", ["-n"], { input: command });
    for (const program of programs) expect(() => stripTypeScriptTypes(program)).not.toThrow();
    for (const response of fences(source, "json")) expect(() => JSON.parse(response)).not.toThrow();
  });

  test("links only to existing sections and pages", () => {
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

describe("the page sent to a reader", () => {
  const all = (origin: string) =>
    JSON.stringify(DOCUMENTATION_PAGES.map(({ name }) => blocksFor(name, origin)));

  test("contains their own address wherever the texts have the sample one", () => {
    const times = (text: string, part: string) => text.split(part).length - 1;
    const sources = topics.map(({ source }) => source).join("");
    expect(all("https://api.test")).not.toContain(SAMPLE_ORIGIN);
    expect(times(all("https://api.test"), "https://api.test")).toBe(times(sources, SAMPLE_ORIGIN));
    expect(JSON.stringify(sectionsFor("https://api.test"))).not.toContain(SAMPLE_ORIGIN);
  });

  test("renders no markup from an address", () => {
    const sent = all(`http://a"b&c<'$&`);
    expect(sent).toContain("http://a&quot;b&amp;c&lt;&#39;$&amp;");
    expect(sent).not.toContain("b&c");
  });

  test("is searched in all topics", () => {
    const found = sectionsFor("https://api.test").map(({ topic }) => topic);
    expect([...new Set(found)]).toEqual([
      "authentication",
      "api-usage",
      "integration",
      "charges",
      "reference",
    ]);
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

  test("shows every operation of the OpenAPI document, in its order, and no other", async () => {
    const described = (await operations()).map(({ method, path }) => `${method.toUpperCase()} ${path}`);
    expect(described.length).toBeGreaterThan(25);
    expect(shown).toEqual(described);
  });

  test("shows the fields of a request and a response down to the innermost, and the possible errors", () => {
    const from = blocks.findIndex((block) => block.kind === "heading" && block.id === "create-an-api-key");
    const to = blocks.findIndex((block, at) => at > from && block.kind === "heading");
    const text = JSON.stringify(blocks.slice(from, to)).replace(/<[^>]+>/g, " ");
    for (const part of ["name", "Required", "budgets[].resets_at", "insufficient_balance", "402"])
      expect(text).toContain(part);
  });

  test("collapses the fields of a long response behind its example, and shows how many there are", () => {
    const folds = blocks.flatMap((block, at) =>
      block.kind === "prose" && block.html.includes("<details>")
        ? [{ html: block.html, before: blocks[at - 1] }]
        : [],
    );
    expect(folds.length).toBeGreaterThan(10);
    for (const { html, before } of folds) {
      expect(before).toMatchObject({ kind: "code", title: expect.stringMatching(/^Response of/) });
      const [, folded = ""] = /<details>(.*?)<\/details>/s.exec(html) ?? [];
      const rows = folded.split('<tr role="row"><td').length - 1;
      expect(rows).toBeGreaterThan(5);
      expect(folded).toContain(`<summary>All ${rows} fields</summary>`);
    }
  });

  test("names the types of a nullable field in words", () => {
    expect(JSON.stringify(blocks)).toContain("string or null");
    expect(JSON.stringify(blocks)).not.toContain("string,null");
  });
});
