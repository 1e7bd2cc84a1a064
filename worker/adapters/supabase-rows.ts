import { z } from "zod";
import type { LiveUser, UserRecord, UserSession } from "#core/ports.ts";

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

const when = timestamp.nullish().catch(null);

/** `GET /auth/v1/user`, for the person themselves. */
export const userRecord = z
  .object({
    email: z.string().nullish(),
    created_at: when,
    last_sign_in_at: when,
    user_metadata: z.record(z.string(), z.unknown()).nullish(),
    identities: z
      .array(
        z.object({
          provider: z.string(),
          identity_data: z.object({ email: z.string().nullish() }).nullish(),
          created_at: when,
        }),
      )
      .nullish(),
    factors: z
      .array(
        z.object({
          factor_type: z.string().default("totp"),
          friendly_name: z.string().nullish(),
          status: z.string(),
          created_at: when,
        }),
      )
      .nullish(),
  })
  .transform(
    (user): UserRecord => ({
      email: user.email ?? null,
      createdAt: user.created_at ?? null,
      lastSignInAt: user.last_sign_in_at ?? null,
      metadata: user.user_metadata ?? {},
      identities: (user.identities ?? []).map(({ provider, identity_data, created_at }) => ({
        provider,
        email: identity_data?.email ?? null,
        createdAt: created_at ?? null,
      })),
      factors: (user.factors ?? []).map(({ factor_type, friendly_name, status, created_at }) => ({
        type: factor_type,
        name: friendly_name ?? null,
        status,
        createdAt: created_at ?? null,
      })),
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
