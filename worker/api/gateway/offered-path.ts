import { notFound } from "#core/domain/errors.ts";
import { pathSpellings } from "./path-spellings.ts";
import { PREFIX } from "./upstream-url.ts";

/**
 * What is made here is kept at the AI service under the operator's credential, so every account could read, use or
 * delete what is another's, or start work whose price no answer tells.
 */
const SHARED = new Set([
  "assistants",
  "batches",
  "containers",
  "conversations",
  "evals",
  "files",
  "fine_tuning",
  "organization",
  "projects",
  "threads",
  "uploads",
  "vector_stores",
  "videos",
]);

/**
 * Whether the operator has opened the path, which then needs no model and costs nothing.
 * @throws DomainError `not_found` for one that leads to what all accounts share.
 */
export function isOpenPath(pathname: string, openPaths: readonly string[]): boolean {
  const path = pathname.slice(PREFIX.length);
  if (openPaths.some((open) => path === open || path.startsWith(`${open}/`))) return true;
  if (pathSpellings(path).some((text) => SHARED.has(firstOf(text)))) throw notOffered();
  return false;
}

export const notOffered = () => notFound("Path");

const firstOf = (path: string) =>
  path
    .toLowerCase()
    .split(/[/\\;]/)
    .find((segment) => segment !== "") ?? "";
