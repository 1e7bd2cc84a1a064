import { paths } from "#app/lib/paths.ts";
import { markdownAt } from "./content.server.ts";
import { textFile } from "./text-file.ts";

const FILE = new RegExp(`^${paths.documentation}/(.+)\\.md$`);

/**
 * The Markdown of a page at its address with `.md`, 404 for an unknown one, and null for any other address. A route
 * can't match a part of a segment, so the server entry asks first.
 */
export function markdownFileAt({ pathname }: URL, origin: string): Response | null {
  const path = FILE.exec(pathname)?.[1];
  if (path === undefined) return null;
  const text = markdownAt(path, origin);
  if (text !== undefined) return textFile(text, "text/markdown");
  return new Response("There is no such page.", {
    status: 404,
    headers: { "content-type": "text/plain; charset=utf-8" },
  });
}

export const isMarkdownFile = ({ pathname }: URL): boolean => FILE.test(pathname);
