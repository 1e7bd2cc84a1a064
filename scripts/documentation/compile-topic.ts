import type { Token, Tokens } from "marked";
import {
  type Block,
  type CardLink,
  type CompiledTopic,
  SAMPLE_ORIGIN,
  type SearchableSection,
} from "#app/lib/documentation/topics.ts";
import { anchorOf } from "./anchor.ts";
import { highlight } from "./highlight.ts";
import { blocksIn, plainText, toHtml } from "./markdown.ts";

/** The fences of one sample, in the order of its tabs. */
const SAMPLE_FENCES = "sh, python, ts";
const UPDATED = /^<!-- updated (\d{4}-\d\d-\d\d) -->\s*/;

/**
 * What the page and the search show of one file of Markdown. Three fences that follow each other are one sample
 * in three languages, a single one says its title after its language, one of `http` is a request; a quotation is a
 * note, and a list of `[title](address): text` is a list of cards.
 * @param title of the page, which text above the first heading is found by.
 * @throws when the file does not keep to this.
 */
export async function compileTopic(file: string, title?: string): Promise<CompiledTopic> {
  const updated = UPDATED.exec(file)?.[1] ?? null;
  const source = file.replace(UPDATED, "");
  const blocks: Block[] = [];
  for (const group of grouped(blocksIn(source))) blocks.push(await blockOf(group));
  const times = (text: string) => text.split(SAMPLE_ORIGIN).length;
  if (times(JSON.stringify(blocks)) !== times(source)) throw new Error(`A ${SAMPLE_ORIGIN} was torn apart.`);
  return { blocks, sections: sectionsOf(blocks, title), markdown: source.trim(), updated };
}

/** Groups consecutive tokens of the same type. */
function grouped(tokens: Token[]): Token[][] {
  const groups: Token[][] = [];
  for (const token of tokens) {
    const last = groups.at(-1);
    if (last && typeOf(last[0]) === typeOf(token) && token.type !== "heading") last.push(token);
    else groups.push([token]);
  }
  return groups;
}

const STANDING_OUT = ["heading", "code", "blockquote"];
const typeOf = (token: Token | undefined) => {
  if (token && cardsIn(token)) return "cards";
  return token && STANDING_OUT.includes(token.type) ? token.type : "prose";
};

async function blockOf(group: Token[]): Promise<Block> {
  const [first] = group;
  if (first && isCode(first) && first.lang === "http") return requestOf(first);
  if (group.every(isCode)) return await codeBlock(group);
  if (first && isHeading(first)) return headingOf(first);
  if (first && isQuotation(first)) return { kind: "note", html: toHtml(first.tokens) };
  const links = first && cardsIn(first);
  return links ? { kind: "cards", links } : { kind: "prose", html: toHtml(group) };
}

const CARD = /^\[([^\]]+)\]\(([^)]+)\): (.+)$/;

/** Null unless every item of a list is a link, a colon and a text. */
function cardsIn(token: Token): CardLink[] | null {
  if (token.type !== "list") return null;
  const items = (token as Tokens.List).items.map(({ text }) => CARD.exec(text));
  return items.every((item) => item !== null)
    ? items.map(([, title = "", href = "", text = ""]) => ({ href, title, text }))
    : null;
}

/** One of the third rank is a part of the section above it. */
function headingOf({ text, depth }: Tokens.Heading): Block {
  const heading = { kind: "heading", id: anchorOf(text), title: text } as const;
  return depth === 2 ? heading : { ...heading, inner: true };
}

function requestOf({ text }: Tokens.Code): Block {
  const [method = "", path = ""] = text.split(" ");
  return { kind: "request", method, path };
}

const isCode = (token: Token): token is Tokens.Code => token.type === "code";
const isHeading = (token: Token): token is Tokens.Heading => token.type === "heading";
const isQuotation = (token: Token): token is Tokens.Blockquote => token.type === "blockquote";

async function codeBlock(fences: Tokens.Code[]): Promise<Block> {
  const info = fences.map(({ lang = "" }) => /^(\S*)\s*(.*)$/.exec(lang)?.slice(1) ?? []);
  const html = await Promise.all(fences.map(({ text }, at) => highlight(text, info[at]?.[0] ?? "")));
  const [first = "", python = "", typescript = ""] = html;
  const title = info[0]?.[1];
  if (html.length === 1 && title) return { kind: "code", title, html: first };
  const languages = info.map(([language]) => language).join(", ");
  if (languages !== SAMPLE_FENCES)
    throw new Error(`A sample needs ${SAMPLE_FENCES}; this one has ${languages}.`);
  return { kind: "samples", html: { curl: first, python, typescript } };
}

function textOf(block: Block): string {
  if (block.kind === "request") return `${block.method} ${block.path}`;
  if (block.kind === "cards") return block.links.map(({ title, text }) => `${title}: ${text}.`).join(" ");
  return block.kind === "prose" || block.kind === "note" ? plainText(block.html) : "";
}

function codeOf(block: Block): string {
  if (block.kind === "code") return `${block.title} ${plainText(block.html)}`;
  return block.kind === "samples" ? Object.values(block.html).map(plainText).join(" ") : "";
}

/** @throws when something stands before the first heading of a page without a title. */
function sectionsOf(blocks: Block[], title: string | undefined): SearchableSection[] {
  const sections: SearchableSection[] = [];
  const begin = (id: string, name: string) => {
    const section = { id, title: name, text: "", code: "" };
    sections.push(section);
    return section;
  };
  for (const block of blocks) {
    if (block.kind === "heading") {
      begin(block.id, block.title);
      continue;
    }
    const last = sections.at(-1) ?? (title === undefined ? null : begin("", title));
    if (!last) throw new Error("A topic begins with a heading.");
    last.text = `${last.text} ${textOf(block)}`.trim();
    last.code = distinctWords(`${last.code} ${codeOf(block)}`);
  }
  return sections;
}

const distinctWords = (text: string) =>
  [...new Set(text.toLowerCase().match(/[\w./:-]*[a-z0-9][\w./:-]*/g))].join(" ");
