import { notFound } from "#core/domain/errors.ts";
import { pathSpellings } from "./path-spellings.ts";

export const PREFIX = "/v1";

/**
 * Where a request to `/v1…` goes: below the operator's own address, whatever the path says.
 * @throws DomainError `not_found` for a path that some server might take to lead out of there.
 */
export function upstreamUrl(base: string, requested: URL): string {
  const path = requested.pathname.slice(PREFIX.length);
  if (!requested.pathname.startsWith(`${PREFIX}/`) || climbs(path)) throw notFound("Path");
  const target = new URL(base + path + requested.search);
  const { origin, pathname } = new URL(base);
  const below = pathname.endsWith("/") ? pathname : `${pathname}/`;
  if (target.origin !== origin || !target.pathname.startsWith(below)) throw notFound("Path");
  return target.href;
}

const climbs = (path: string) =>
  pathSpellings(path).some((text) => text.split(/[/\\]/).some((part) => /^\.{1,2}(;|$)/.test(part)));
