import { readdirSync, readFileSync } from "node:fs";
import { PGlite } from "@supabase/lite/pglite";
import { afterAll, beforeAll, expect, it } from "vitest";

const MIGRATIONS = new URL("../../supabase/migrations/", import.meta.url);

/** The parts of a hosted project, before any migration, that our migrations build on. */
const HOSTED_PROJECT = `
  create role anon; create role authenticated; create role service_role;
  alter default privileges in schema public grant all on functions to anon, authenticated, service_role;
  create schema auth;
  grant usage on schema auth to anon, authenticated, service_role;
  create table auth.sessions (
    id uuid primary key, user_id uuid not null, created_at timestamptz, updated_at timestamptz,
    factor_id uuid, aal text, not_after timestamptz, refreshed_at timestamp, user_agent text, ip inet, tag text
  );
  create table auth.users (
    id uuid primary key default gen_random_uuid(), encrypted_password text, raw_app_meta_data jsonb, last_sign_in_at timestamptz
  );
  create table auth.mfa_factors (id uuid primary key default gen_random_uuid(), user_id uuid not null, status text not null);
  create table auth.refresh_tokens (
    token text, session_id uuid references auth.sessions (id) on delete cascade
  );
  create function auth.jwt() returns jsonb language sql stable as
    $$ select nullif(current_setting('request.jwt.claims', true), '')::jsonb $$;
  create function auth.uid() returns uuid language sql stable as
    $$ select (nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'sub')::uuid $$;
`;

let postgres: PGlite;
beforeAll(async () => {
  postgres = await PGlite.create();
  await postgres.exec(HOSTED_PROJECT);
  for (const file of readdirSync(MIGRATIONS).sort())
    await postgres.exec(readFileSync(new URL(file, MIGRATIONS), "utf8"));
});
afterAll(() => postgres.close());

interface Session {
  id: string;
  userId: string;
}
/** The user whose token a call carries; an older kind of token names no session. */
type Caller = Partial<Session>;

/** A session in the tables of Supabase Auth, with its refresh token. */
async function session(userId: string = crypto.randomUUID(), columns: Record<string, string> = {}) {
  const row: Record<string, string> = {
    id: crypto.randomUUID(),
    user_id: userId,
    created_at: "2026-11-01T10:00:00Z",
    ...columns,
  };
  const names = Object.keys(row);
  const places = names.map((_, index) => `$${index + 1}`);
  await postgres.query(
    `insert into auth.sessions (${names.join()}) values (${places.join()})`,
    Object.values(row),
  );
  await postgres.query("insert into auth.refresh_tokens values ('token', $1)", [row.id]);
  return { id: row.id ?? "", userId };
}

/** A statement as PostgREST runs it: in the role and with the claims of a verified token. */
async function run<Row>(statement: string, { role = "authenticated", as }: { role?: string; as?: Caller }) {
  const claims = as ? JSON.stringify({ sub: as.userId, session_id: as.id, role }) : "";
  return postgres.transaction(async (transaction) => {
    await transaction.query("select set_config('request.jwt.claims', $1, true)", [claims]);
    await transaction.exec(`set local timezone to utc; set local role ${role}`);
    return (await transaction.query<Row>(statement)).rows;
  });
}

interface ActiveSession {
  id: string;
  created_at: string;
  last_active_at: string;
  user_agent: string | null;
  ip: string | null;
}

const list = async (as: Caller) =>
  (
    await run<{ row: ActiveSession }>("select to_json(listed) as row from public.active_sessions() listed", {
      as,
    })
  ).map(({ row }) => row);

const end = async (as: Caller, sessionId: string) =>
  (await run<{ ended: boolean }>(`select public.end_session('${sessionId}') as ended`, { as }))[0]?.ended;

const refreshTokensOf = async ({ id }: Session) =>
  (await postgres.query("select 1 from auth.refresh_tokens where session_id = $1", [id])).rows.length;

it("lists the caller's sessions only, most recently used first", async () => {
  const begun = await session();
  const used = await session(begun.userId, {
    updated_at: "2026-11-02T10:00:00Z",
    refreshed_at: "2026-11-03 10:00:00",
    user_agent: "Firefox",
    ip: "203.0.113.7",
  });
  await session();
  await session(begun.userId, { not_after: "2026-11-02T00:00:00Z" });
  expect(await list(begun)).toEqual([
    {
      id: used.id,
      created_at: "2026-11-01T10:00:00+00:00",
      last_active_at: "2026-11-03T10:00:00+00:00",
      user_agent: "Firefox",
      ip: "203.0.113.7",
    },
    {
      id: begun.id,
      created_at: "2026-11-01T10:00:00+00:00",
      last_active_at: "2026-11-01T10:00:00+00:00",
      user_agent: null,
      ip: null,
    },
  ]);
});

it("ends a session of the caller's with its refresh tokens, once", async () => {
  const here = await session();
  const lost = await session(here.userId);
  expect(await end(here, lost.id)).toBe(true);
  expect(await refreshTokensOf(lost)).toBe(0);
  expect(await end(here, lost.id)).toBe(false);
  expect((await list(here)).map(({ id }) => id)).toEqual([here.id]);
});

it("ends another session of a user with a verified factor from a confirmed session only, and always the current one", async () => {
  const enrol = (userId: string, status: string) =>
    postgres.query("insert into auth.mfa_factors (user_id, status) values ($1, $2)", [userId, status]);
  const single = await session(undefined, { aal: "aal1" });
  const confirmed = await session(single.userId, { aal: "aal2" });
  const [lost, spare] = [await session(single.userId), await session(single.userId)];
  await enrol(single.userId, "unverified");
  expect(await end(single, spare.id)).toBe(true);
  await enrol(single.userId, "verified");
  await expect(end(single, lost.id)).rejects.toMatchObject({ code: "PT403" });
  expect(await refreshTokensOf(lost)).toBe(1);
  expect(await end(confirmed, lost.id)).toBe(true);
  expect(await end(single, single.id)).toBe(true);
});

it("ends no session of another user", async () => {
  const [mine, theirs] = [await session(), await session()];
  expect(await end(mine, theirs.id)).toBe(false);
  expect(await refreshTokensOf(theirs)).toBe(1);
});

it("responds to no token whose session has ended, is another user's or is not named", async () => {
  const [ended, other, stranger] = [await session(), await session(), await session()];
  await end(ended, ended.id);
  const kept = await session(ended.userId);
  const borrowed = { id: stranger.id, userId: other.userId };
  for (const as of [ended, borrowed, { userId: ended.userId }]) {
    await expect(list(as)).rejects.toMatchObject({ code: "PT401" });
    await expect(end(as, kept.id)).rejects.toMatchObject({ code: "PT401" });
  }
  expect(await refreshTokensOf(kept)).toBe(1);
});

it.each(["anon", "service_role"])("lets %s call neither function", async (role) => {
  const as = await session();
  for (const call of ["public.active_sessions()", `public.end_session('${as.id}')`])
    await expect(run(`select * from ${call}`, { role, as })).rejects.toMatchObject({ code: "42501" });
});

it("lets a signed-in user read no table of Supabase Auth", async () => {
  const as = await session();
  await expect(run("select * from auth.sessions", { as })).rejects.toMatchObject({ code: "42501" });
});

it("looks up no name in a schema that the caller chose", async () => {
  const as = await session(undefined, { ip: "203.0.113.7" });
  await postgres.exec(`
    create schema trap; grant usage on schema trap to authenticated;
    create function trap.host(inet) returns text language sql as $$ select 'trapped' $$;
  `);
  const rows = await run<{ ip: string }>("select ip from public.active_sessions()", { as });
  await postgres.exec("set search_path = trap, pg_catalog");
  const trapped = await run<{ ip: string }>("select ip from public.active_sessions()", { as });
  await postgres.exec("reset search_path");
  expect([...rows, ...trapped]).toEqual([{ ip: "203.0.113.7" }, { ip: "203.0.113.7" }]);
});

it("a changed password leaves its time in metadata that the user can't edit; nothing else does", async () => {
  const id = crypto.randomUUID();
  const metadata = async () => {
    const { rows } = await postgres.query<{ data: Record<string, unknown> | null }>(
      "select raw_app_meta_data as data from auth.users where id = $1",
      [id],
    );
    return rows[0]?.data ?? null;
  };
  const set = (columns: string) => postgres.query(`update auth.users set ${columns} where id = $1`, [id]);
  await postgres.query("insert into auth.users (id, encrypted_password) values ($1, 'first')", [id]);
  await set("last_sign_in_at = now(), encrypted_password = 'first'");
  expect(await metadata()).toBeNull();

  const before = Date.now();
  await set("encrypted_password = 'second'");
  const at = String((await metadata())?.password_changed_at);
  expect(at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  expect(Math.abs(Date.parse(at) - before)).toBeLessThan(10_000);

  await set(`raw_app_meta_data = raw_app_meta_data || '{"provider": "email"}', last_sign_in_at = now()`);
  expect(await metadata()).toEqual({ password_changed_at: at, provider: "email" });
  for (const role of ["anon", "authenticated"])
    await expect(run("select public.note_password_change()", { role })).rejects.toThrow(/permission denied/);
});
