import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { SETTINGS_ENTRIES } from "#app/features/command-menu/menu-entries.ts";
import {
  DOCUMENT_PAGES,
  documentAt,
  llmsFullText,
  llmsText,
  markdownAt,
  sectionsFor,
} from "#app/features/docs/content.server.ts";
import { DOCUMENTATION_PAGES, SAMPLE_ORIGIN } from "#app/lib/documentation/topics.ts";
import { paths } from "#app/lib/paths.ts";
import { GATEWAY_ERRORS } from "#core/domain/gateway/error-responses.ts";
import { compileTopic } from "#scripts/documentation/compile-topic.ts";
import { compiledOperations, withReference } from "#scripts/documentation/reference.ts";
import { operations } from "#worker/api/app.ts";

const topics = await Promise.all(
  DOCUMENTATION_PAGES.map(async ({ name, title }) => {
    const source = await withReference(readFileSync(`app/features/docs/topics/${name}.md`, "utf8"));
    return { name: name as string, source, ...(await compileTopic(source, title)) };
  }),
);
const operationPages = (await compiledOperations()).map((page) => ({
  ...page,
  name: `reference/${page.name}`,
  source: page.markdown,
}));
const pages = [...topics, ...operationPages];
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
      { id: "first", title: "First", text: "A bold “word”, & more.", code: "" },
      { id: "second", title: "Second", text: "Note. 401 · no_key · 402 · no_money", code: "" },
    ]);
  });

  test("is found by the words of its code, and above its first heading by its title", async () => {
    const { sections } = await compileTopic(`> Note.\n\n${SAMPLE}`, "The page");
    expect(sections).toMatchObject([
      { id: "", title: "The page", text: "Note." },
      { title: "A sample", text: "", code: expect.stringMatching(/curl .*import os.*const/) },
    ]);
  });

  test("shows a list of links with texts as cards, and says when it was updated", async () => {
    const { blocks, updated, markdown } = await compileTopic(
      "<!-- updated 2026-11-25 -->\n\n## A\n\n- [One](/a): First\n- [Two](/b): Second",
    );
    expect(blocks[1]).toEqual({
      kind: "cards",
      links: [
        { href: "/a", title: "One", text: "First" },
        { href: "/b", title: "Two", text: "Second" },
      ],
    });
    expect([updated, markdown.startsWith("## A")]).toEqual(["2026-11-25", true]);
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

describe("every page of the documentation", () => {
  test("has sections with their own anchors", () => {
    for (const { name, sections } of pages) {
      const ids = sections.map(({ id }) => id);
      expect(ids.length, name).toBeGreaterThan(0);
      expect(new Set(ids).size, name).toBe(ids.length);
    }
  });

  test("links only to existing sections and pages", () => {
    const anchors = pages.flatMap(({ name, sections: all }) =>
      all.map(({ id }) => `${paths.documentationTopic(name)}#${id}`),
    );
    const known = new Set<unknown>([
      ...anchors,
      ...Object.values(paths),
      ...pages.map((page) => paths.documentationTopic(page.name)),
      ...SETTINGS_ENTRIES.map(({ target }) => target),
      `${SAMPLE_ORIGIN}/api/openapi.json`,
    ]);
    for (const { name, blocks } of pages) {
      const targets = [...JSON.stringify(blocks).matchAll(/href=\\"([^"\\]+)\\"/g)].map(
        ([, href = ""]) => href,
      );
      const cards = blocks.flatMap((block) => (block.kind === "cards" ? block.links : []));
      const all = [...targets, ...cards.map(({ href }) => href)];
      expect(
        all.filter((target) => !known.has(target)),
        name,
      ).toEqual([]);
    }
  });
});

describe("the page sent to a reader", () => {
  const all = (origin: string) =>
    JSON.stringify(DOCUMENT_PAGES.map(({ path }) => documentAt(path, origin)?.blocks));

  test("contains their own address wherever the texts have the sample one", () => {
    const times = (text: string, part: string) => text.split(part).length - 1;
    const sources = pages.map(({ source }) => source).join("");
    expect(all("https://api.test")).not.toContain(SAMPLE_ORIGIN);
    expect(times(all("https://api.test"), "https://api.test")).toBe(times(sources, SAMPLE_ORIGIN));
    expect(JSON.stringify(sectionsFor("https://api.test"))).not.toContain(SAMPLE_ORIGIN);
  });

  test("renders no markup from an address", () => {
    const sent = all(`http://a"b&c<'$&`);
    expect(sent).toContain("http://a&quot;b&amp;c&lt;&#39;$&amp;");
    expect(sent).not.toContain("b&c");
  });

  test("is searched in all pages", () => {
    const found = sectionsFor("https://api.test").map(({ topic }) => topic);
    expect([...new Set(found)]).toEqual(pages.map(({ name }) => name));
  });
});

describe("the documentation as Markdown", () => {
  test("has every page under its title, with the reader’s own address in samples and links", () => {
    for (const { path, title } of DOCUMENT_PAGES) {
      const text = markdownAt(path, "https://api.test") ?? "";
      expect(text.startsWith(`# ${title}\n\n`)).toBe(true);
      expect(text).not.toContain(SAMPLE_ORIGIN);
      expect(text).not.toMatch(/\]\(\/|<!--/);
    }
    expect(markdownAt("quickstart", "https://api.test")).toContain(
      // Its next step is about the response headers.
      "curl -i https://api.test/v1/chat/completions",
    );
    expect(["nope", "", "constructor", "reference/"].map((path) => markdownAt(path, "x"))).toEqual(
      Array(4).fill(undefined),
    );
  });

  test("is listed page by page for language models, and there in one file", () => {
    const [list, full] = [llmsText("https://api.test"), llmsFullText("https://api.test")];
    for (const { path, title } of DOCUMENT_PAGES) {
      expect(list).toContain(`- [${title}](https://api.test/documentation/${path}.md): `);
      expect(full).toContain(`# ${title}\n`);
    }
  });
});

test("the errors guide has all errors of the gateway, with their statuses", () => {
  const source = topics.find(({ name }) => name === "errors")?.source ?? "";
  const said = [...source.matchAll(/^\| (\d{3}) \| `(\w+)` \|/gm)].map(
    ([, status, code]) => `${status} ${code}`,
  );
  const real = Object.entries(GATEWAY_ERRORS).map(([code, { status }]) => `${status} ${code}`);
  expect(said.toSorted()).toEqual(real.toSorted());
});

const ofSession = (await operations()).filter(({ credential }) => credential === "session");

test("an operation for people who are signed in names the scope of its token, with samples, or says that no token works", () => {
  for (const { object, scope, method, path } of ofSession) {
    const page = operationPages.find((each) => each.method === method.toUpperCase() && each.path === path);
    const security = scope === null ? [{ session: [] }] : [{ accessToken: [scope] }, { session: [] }];
    expect(object.security, path).toEqual(security);
    expect(page?.source, path).toContain(
      scope === null ? "This operation works only in the dashboard" : `with the scope \`${scope}\``,
    );
    expect(fences(page?.source ?? "", "sh").join(), path).toMatch(scope === null ? /^$/ : /\$LATCHKEY_TOKEN/);
  }
});

describe("the reference", () => {
  test("has a page for every operation of the OpenAPI document, in its order, and no other", async () => {
    const described = (await operations()).map(({ method, path }) => `${method.toUpperCase()} ${path}`);
    expect(described.length).toBeGreaterThan(25);
    expect(operationPages.map(({ method, path }) => `${method} ${path}`)).toEqual(described);
    const landing = topics.find(({ name }) => name === "reference")?.source ?? "";
    for (const { name, title, method, path } of operationPages)
      expect(landing).toContain(`| \`${method} ${path}\` | [${title}](/documentation/${name}) |`);
  });

  test("shows the fields of a request and a response down to the innermost, and the possible errors", () => {
    const page = operationPages.find(({ name }) => name === "reference/create-an-api-key");
    const text = JSON.stringify(page?.blocks).replace(/<[^>]+>/g, " ");
    for (const part of ["name", "Required", "budgets[].resets_at", "insufficient_balance", "402"])
      expect(text).toContain(part);
  });
});
