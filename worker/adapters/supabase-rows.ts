import { z } from "zod";
import type { LiveUser, UserSession } from "#core/ports.ts";

/** With an offset, and microseconds, as PostgreSQL writes it. */
const timestamp = z.iso.datetime({ offset: true }).transform((text) => Date.parse(text));

/** `GET /auth/v1/user`. A factor of any kind counts, also of one that is not offered here. */
export const liveUser = z
  .object({
    id: z.uuid(),
    factors: z.array(z.object({ status: z.string() })).nullish(),
    banned_until: timestamp.nullish(),
  })
  .transform(
    ({ id, factors, banned_until }): LiveUser => ({
      id,
      hasSecondFactor: (factors ?? []).some(({ status }) => status === "verified"),
      bannedUntil: banned_until ?? null,
    }),
  );

/** The rows of `active_sessions` (supabase/migrations). */
export const sessionRows = z.array(
  z
    .object({
      id: z.uuid(),
      created_at: timestamp,
      last_active_at: timestamp.nullable(),
      user_agent: z.string().nullable(),
      ip: z.string().nullable(),
    })
    .transform(
      ({ id, created_at, last_active_at, user_agent, ip }): UserSession => ({
        id,
        createdAt: created_at,
        lastActiveAt: last_active_at ?? created_at,
        userAgent: user_agent,
        ip,
      }),
    ),
);

/** What `end_session` answers: whether there was such a session of the caller's. */
export const endedSession = z.boolean();
