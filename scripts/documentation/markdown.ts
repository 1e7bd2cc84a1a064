import { Marked, type Token, type Tokens } from "marked";
import { escapeHtml } from "../../app/lib/html.ts";

/** Roles, because a table that is laid out as a list on a phone would no longer be read as a table. */
const markdown = new Marked({
  renderer: {
    codespan: ({ text }) => `<code translate="no">${escapeHtml(text)}</code>`,
    table({ header, rows }) {
      const inline = ({ tokens }: Tokens.TableCell) => this.parser.parseInline(tokens);
      const isText = !rows.flat().some(hasCode);
      const names = header.map((cell) => `<th role="columnheader" scope="col">${inline(cell)}</th>`);
      const label = (at: number) => (isText ? ` data-label="${escapeHtml(header[at]?.text ?? "")}"` : "");
      const cells = rows.map((row) =>
        row.map((cell, at) => `<td role="cell"${label(at)}>${inline(cell)}</td>`),
      );
      const body = cells.map((row) => tableRow(row)).join("");
      const group = (name: string, content: string) => `<${name} role="rowgroup">${content}</${name}>`;
      return `<table role="table"${isText ? ' class="docs-text"' : ""}>${group("thead", tableRow(names))}${group("tbody", body)}</table>`;
    },
  },
});

/** A table without code is set as text, and names its columns in each row on a phone. */
const hasCode = ({ tokens }: Tokens.TableCell) => tokens.some(({ type }) => type === "codespan");

const tableRow = (cells: string[]) => `<tr role="row">${cells.join("")}</tr>`;

/** The blocks of a file of Markdown, without the white space between them. */
export const blocksIn = (source: string): Token[] =>
  markdown.lexer(source).filter(({ type }) => type !== "space");

export const toHtml = (tokens: Token[]): string => markdown.parser(tokens).trim();

const ENTITIES: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', "#39": "'" };

/** The visible text of this HTML on one line, including table rows. */
export const plainText = (html: string): string =>
  html
    .replace(/<thead.*?<\/thead>/gs, "")
    .replace(/<\/td>(?=<td|<\/tr><tr)/g, " · ")
    .replace(/<[^>]+>/g, " ")
    .replace(/&(\w+|#\d+);/g, (entity, name: string) => ENTITIES[name] ?? entity)
    .replace(/\s+/g, " ")
    .replace(/ ([.,;:)])/g, "$1")
    .trim();
