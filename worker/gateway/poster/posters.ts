import { z } from "zod";
import type { MeterPost } from "#core/services/gateway/sync-meter.ts";
import { TimeoutError, within } from "#core/services/within.ts";
import { optional, parseEnv } from "#worker/env-schema.ts";
import type { Poster, Posting } from "./poster.ts";

const COUNT = /^\d{1,2}$/;
/** Cloudflare's regions for Durable Objects. */
const HINTS = ["wnam", "enam", "sam", "weur", "eeur", "apac", "oc", "afr", "me"] as const;

export const posterEnv = {
  POSTERS: optional
    .transform((value) => value ?? "1")
    .pipe(z.string().regex(COUNT, "must be a whole number from 0 to 99").transform(Number)),
  POSTER_HINT: optional.pipe(z.enum(HINTS, `must be empty or one of ${HINTS.join(", ")}`).optional()),
};
const settings = z.object(posterEnv);

/** Posts to the account's poster. @returns null where there is none, or none that can be reached. */
export type PostInGroup = (post: MeterPost) => Promise<Posting | null>;

interface Bound {
  POSTER?: DurableObjectNamespace<Poster>;
}

const known = new WeakMap<object, PostInGroup>();

/**
 * The posters as the accounts' objects reach them; an account keeps its poster. Made once for all objects of an isolate.
 * @param patienceMs the same for all of them. @throws Error naming every wrong variable.
 */
export function postersOf(env: object & Bound, patienceMs: number): PostInGroup {
  const made = known.get(env) ?? connect(env, patienceMs);
  known.set(env, made);
  return made;
}

function connect(env: object & Bound, patienceMs: number): PostInGroup {
  const { POSTER: posters } = env;
  const { POSTERS: count, POSTER_HINT: hint } = parseEnv("latchkey-gateway", settings, env);
  if (posters === undefined || count === 0) return async () => null;
  return async (post) => {
    const name = `poster:${hint ?? ""}:${post.accountId % count}`;
    const poster = posters.get(posters.idFromName(name), hint === undefined ? {} : { locationHint: hint });
    try {
      return await within<Posting>(patienceMs, poster.post(post));
    } catch (error) {
      if (error instanceof TimeoutError) return { failure: "unavailable", cause: error.message };
      // The poster may have stored the post, or may yet. Storing it again changes nothing.
      return null;
    }
  };
}
