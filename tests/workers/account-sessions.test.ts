import { describe, expect, it } from "vitest";
import { accountSessions, endedSession } from "#core/contract/identity.ts";
import { auditOf } from "./support/audit.ts";
import { expectErrors } from "./support/expected-errors.ts";
import { PROJECT_KEYS } from "./support/project-keys.ts";
import { callsAbout, END_SESSION, type ProviderResponse, provide, SESSIONS } from "./support/provider.ts";
import { call, errorOf, mint, newUser, type TestUser, testApi } from "./support/test-api.ts";

const CHROME =
  "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36";
const SAFARI =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1";
const FIREFOX = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0";

const row = (change: object = {}) => ({
  id: crypto.randomUUID(),
  created_at: "2026-11-01T08:00:00.123456+00:00",
  last_active_at: "2026-11-02T10:30:00+02:00",
  user_agent: CHROME,
  ip: "203.0.113.7",
  ...change,
});
/** The error of the functions in `supabase/migrations` for a session that has ended. */
const OVER = { status: 401, body: { code: "PT401", message: "The session has ended." } };
const list = (token: string) => call(testApi(), token, "/api/account/sessions");
const end = ({ token }: TestUser, id: string) =>
  call(testApi(), token, `/api/account/sessions/${id}`, { method: "DELETE" });

describe("GET /api/account/sessions", () => {
  it("lists each session's device, IP address and times, this session first, then by latest activity", async () => {
    const { userId, email } = await newUser();
    const [old, current, recent] = [
      row({ user_agent: FIREFOX, last_active_at: "2026-11-01T08:00:00+00:00", ip: null }),
      row({ last_active_at: null }),
      row({ user_agent: SAFARI, last_active_at: "2026-11-03T00:00:00+00:00" }),
    ];
    await provide(userId, { [SESSIONS]: { body: [old, current, recent] } });
    const token = await mint({ claims: { sub: userId, email, session_id: current.id } });
    const providerResponse = accountSessions.parse(await (await list(token)).json());
    expect(providerResponse.next_cursor).toBeNull();
    expect(providerResponse.items).toEqual([
      {
        id: current.id,
        device: "Chrome on macOS",
        ip: "203.0.113.7",
        created_at: "2026-11-01T08:00:00.123Z",
        last_active_at: "2026-11-01T08:00:00.123Z",
        current: true,
      },
      expect.objectContaining({
        id: recent.id,
        device: "Safari on iOS",
        last_active_at: "2026-11-03T00:00:00.000Z",
        current: false,
      }),
      expect.objectContaining({ id: old.id, device: "Firefox on Windows", ip: null, current: false }),
    ]);
    const requested = (await callsAbout(userId)).find(({ name }) => name === SESSIONS);
    expect(requested?.key, "in the user's own name").toBe(PROJECT_KEYS.publishable);
  });

  it.each([[null], [""], ["curl/8.5.0"], ["\u0000"], ["x".repeat(100_000)]])(
    "returns no device for an unknown user agent",
    async (user_agent) => {
      const { userId, token } = await newUser();
      await provide(userId, { [SESSIONS]: { body: [row({ user_agent })] } });
      const { items } = accountSessions.parse(await (await list(token)).json());
      expect(items.map(({ device }) => device)).toEqual([null]);
    },
  );

  it("lists at most 100, this session among them", async () => {
    const { userId, email } = await newUser();
    const oldest = row({ last_active_at: null });
    await provide(userId, { [SESSIONS]: { body: [...Array.from({ length: 120 }, () => row()), oldest] } });
    const token = await mint({ claims: { sub: userId, email, session_id: oldest.id } });
    const { items } = accountSessions.parse(await (await list(token)).json());
    expect(items).toHaveLength(100);
    expect(items.filter(({ current }) => current).map(({ id }) => id)).toEqual([oldest.id]);
  });

  it.each<[string, ProviderResponse]>([
    ["this session has ended", OVER],
    ["the token has expired since", { status: 401, body: { code: "PGRST303", message: "JWT expired" } }],
  ])("returns 401 when %s", async (_what, providerResponse) => {
    const { userId, token } = await newUser();
    await provide(userId, { [SESSIONS]: providerResponse });
    const response = await list(token);
    expect([response.status, (await errorOf(response)).code]).toEqual([401, "unauthorized"]);
  });

  it.each<[string, ProviderResponse]>([
    ["the function does not exist yet", { status: 404, body: { code: "PGRST202", message: "not found" } }],
    ["the provider fails", { status: 500 }],
    ["the rows are not as expected", { body: [row({ id: 7 })] }],
    ["a time is invalid", { body: [row({ created_at: "yesterday" })] }],
  ])("returns 503 when %s", async (_what, providerResponse) => {
    const takeErrors = expectErrors();
    const { userId, token } = await newUser();
    await provide(userId, { [SESSIONS]: providerResponse });
    const response = await list(token);
    expect([response.status, (await errorOf(response)).code]).toEqual([503, "identity_unavailable"]);
    expect(takeErrors()).toHaveLength(1);
  });
});

describe("DELETE /api/account/sessions/{id}", () => {
  it("ends one of the account's sessions and records it", async () => {
    const user = await newUser();
    const id = crypto.randomUUID();
    await provide(user.userId, { [END_SESSION]: { body: true } });
    const response = await end(user, id);
    expect(response.status).toBe(200);
    expect(endedSession.parse(await response.json())).toEqual({ id, status: "ended" });
    expect(await auditOf(user.account.id)).toMatchObject([{ action: "session.ended", subject: id }]);
    const requested = (await callsAbout(user.userId)).find(({ name }) => name === END_SESSION);
    expect(requested).toMatchObject({ key: PROJECT_KEYS.publishable, body: { session_id: id } });
  });

  it("returns 404 for an unknown or another account's session, and records nothing", async () => {
    const user = await newUser();
    const response = await end(user, crypto.randomUUID());
    expect([response.status, (await errorOf(response)).error]).toEqual([404, "Session not found."]);
    expect(await auditOf(user.account.id)).toEqual([]);
  });

  it.each(["1", "' or true --", "%00", "x".repeat(5000), `${crypto.randomUUID()}0`])(
    "returns 404 for an invalid session id, without calling the provider",
    async (id) => {
      const user = await newUser();
      expect((await end(user, encodeURIComponent(id))).status).toBe(404);
      const requested = (await callsAbout(user.userId)).map(({ name }) => name);
      expect(requested).not.toContain(END_SESSION);
    },
  );

  it("returns 401 when this session has ended, and ends no other", async () => {
    const user = await newUser();
    await provide(user.userId, { [END_SESSION]: OVER });
    expect((await end(user, crypto.randomUUID())).status).toBe(401);
    expect(await auditOf(user.account.id)).toEqual([]);
  });
});
