import { z } from "zod";
import type { LiveUser, UserSession } from "#core/ports.ts";

/** As PostgreSQL writes it: with an offset and microseconds. */
const timestamp = z.iso.datetime({ offset: true }).transform((text) => Date.parse(text));

/** `GET /auth/v1/user`. A verified factor of any kind counts, even one we don't offer. */
export const liveUser = z
  .object({
    id: z.uuid(),
    factors: z.array(z.object({ status: z.string() })).nullish(),
    identities: z.array(z.object({ identity_id: z.string(), provider: z.string() })).nullish(),
    // Set by a trigger of `supabase/migrations`; users can't edit this part of their metadata.
    app_metadata: z.object({ password_changed_at: timestamp.nullish().catch(null) }).nullish(),
    banned_until: timestamp.nullish(),
  })
  .transform(
    ({ id, factors, identities, app_metadata, banned_until }): LiveUser => ({
      id,
      hasSecondFactor: (factors ?? []).some(({ status }) => status === "verified"),
      signInMethods:
        identities?.map(({ provider, identity_id }) => `${provider}:${identity_id}`).sort() ?? null,
      passwordChangedAt: app_metadata?.password_changed_at ?? null,
      bannedUntil: banned_until ?? null,
    }),
  );

export const newSession = z.object({ access_token: z.string() });

export const factorRows = z.array(z.object({ id: z.uuid() }));

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

/** The result of `end_session`: false when the caller has no such session. */
export const endedSession = z.boolean();
