import { AuthClient } from "@supabase/supabase-js";
import { exportJWK, generateKeyPair, SignJWT } from "jose";
import { afterEach, describe, expect, onTestFinished, test, vi } from "vitest";

/**
 * The messages and constants of the specification that belong to the identity library (sections 4, 8 and 9).
 */

const URL_OF_AUTH = "https://auth.example/auth/v1";
const MINUTE_MS = 60_000;

type Responses = Record<string, () => Response>;

let clients = 0;

/** The real client; only its HTTP edge is faked, by path. */
function authClient(responses: Responses = {}, settings: ConstructorParameters<typeof AuthClient>[0] = {}) {
  const calls: { path: string; at: number }[] = [];
  const response = async (input: RequestInfo | URL) => {
    const path = new URL(String(input)).pathname.replace("/auth/v1", "");
    calls.push({ path, at: Date.now() });
    return responses[path]?.() ?? Response.json({ msg: `No response for ${path}` }, { status: 404 });
  };
  clients += 1;
  const client = new AuthClient({
    url: URL_OF_AUTH,
    storageKey: `client-${clients}`,
    autoRefreshToken: false,
    persistSession: false,
    fetch: response,
    ...settings,
  });
  return { client, calls, paths: () => calls.map(({ path }) => path) };
}

/** A page at `address`, with the properties that the client reads. */
function openPage(address: string) {
  vi.stubGlobal("window", { location: new URL(address), addEventListener: () => undefined });
  vi.stubGlobal("document", { visibilityState: "hidden" });
}

const keys = await generateKeyPair("ES256", { extractable: true });
const otherKeys = await generateKeyPair("ES256", { extractable: true });
const token = (secondsToLive = 3600) =>
  new SignJWT({ sub: "u1", exp: Math.floor(Date.now() / 1000) + secondsToLive })
    .setProtectedHeader({ alg: "ES256", kid: "k1" })
    .sign(keys.privateKey);
const keySet = async (kid: string, { publicKey } = keys) => ({
  keys: [{ ...(await exportJWK(publicKey)), alg: "ES256", kid, key_ops: ["verify"] }],
});
const asUser = () => Response.json({ id: "u1", email: "maya@example.com" });

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe("an address with a session in it", () => {
  test("that is not from our flow is refused", async () => {
    openPage("https://latchkey.example/login#access_token=a&refresh_token=r&expires_in=1&token_type=bearer");
    const { client } = authClient({}, { flowType: "pkce" });
    expect((await client.initialize()).error?.message).toBe("Not a valid PKCE flow url.");
  });

  test("that lacks half of it is refused", async () => {
    openPage("https://latchkey.example/login#access_token=a");
    const { client } = authClient({}, { flowType: "implicit" });
    expect((await client.initialize()).error?.message).toBe("No session defined in URL");
  });

  test("whose code is gone is refused", async () => {
    openPage("https://latchkey.example/login");
    const { client } = authClient({}, { flowType: "pkce" });
    // Its public methods look for a code first; only the step behind them says so.
    // biome-ignore lint/complexity/useLiteralKeys: private in TypeScript.
    const { error } = await client["_getSessionFromURL"]({}, "pkce");
    expect(error?.message).toBe("No code detected.");
  });

  test.each([
    [119, 0],
    [121, 1],
  ])("issued %i s ago causes %i warnings that it could be stale", async (age, warnings) => {
    const warn = vi.spyOn(console, "warn").mockImplementation(() => undefined);
    onTestFinished(() => warn.mockRestore());
    const expiresAt = Math.round(Date.now() / 1000) + 3600 - age;
    const session = `access_token=a&refresh_token=r&token_type=bearer&expires_in=3600&expires_at=${expiresAt}`;
    openPage(`https://latchkey.example/login#${session}`);
    const { client } = authClient({ "/user": asUser }, { flowType: "implicit" });
    expect((await client.initialize()).error).toBeNull();
    const stale = warn.mock.calls.filter(([text]) => /issued over 120s ago, URL could be stale/.test(text));
    expect(stale).toHaveLength(warnings);
  });
});

describe("an access token", () => {
  test("that has run out is reported as expired", async () => {
    const { client, calls } = authClient();
    const { error } = await client.getClaims(await token(-1));
    expect(error?.message).toBe("JWT has expired");
    expect(calls).toEqual([]);
  });

  test("that somebody else signed is refused", async () => {
    const forged = await keySet("k1", otherKeys);
    const { client } = authClient({ "/.well-known/jwks.json": () => Response.json(forged) });
    expect((await client.getClaims(await token())).error?.message).toBe("Invalid JWT signature");
  });

  // The library once failed with 'JWKS is empty' and 'No matching signing key found in JWKS'.
  test.each([
    ["there are no signing keys", async () => ({ keys: [] })],
    ["no signing key matches", () => keySet("k2")],
  ])("is shown to the server when %s", async (_what, publish) => {
    const published = await publish();
    const responses = { "/.well-known/jwks.json": () => Response.json(published) };
    const accepting = authClient({ ...responses, "/user": asUser });
    expect((await accepting.client.getClaims(await token())).data?.claims.sub).toBe("u1");
    expect(accepting.paths()).toEqual(["/.well-known/jwks.json", "/user"]);
    const refuse = () => Response.json({ msg: "invalid JWT", error_code: "bad_jwt" }, { status: 403 });
    const refusing = authClient({ ...responses, "/user": refuse });
    expect((await refusing.client.getClaims(await token())).error?.message).toBe("invalid JWT");
  });

  test("is checked with signing keys that are kept for 10 minutes", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    const published = await keySet("k1");
    const { client, calls } = authClient({ "/.well-known/jwks.json": () => Response.json(published) });
    for (const [minutes, fetches] of [
      [0, 1],
      [9.9, 1],
      [0.2, 2],
      [9.9, 2],
    ] as const) {
      vi.setSystemTime(Date.now() + minutes * MINUTE_MS);
      expect((await client.getClaims(await token())).error).toBeNull();
      expect(calls).toHaveLength(fetches);
    }
  });
});

describe("a code or link by email", () => {
  test("needs an address to go to", async () => {
    const { client, calls } = authClient();
    const toNobody = JSON.parse("{}");
    const wanted = "You must provide either an email or phone number.";
    expect((await client.signInWithOtp(toNobody)).error?.message).toBe(wanted);
    expect((await client.resend(toNobody)).error?.message).toMatch(wanted.slice(0, -1));
    expect(calls).toEqual([]);
  });

  test("makes the library fail on an empty response, so the sign-in page shows its own message", async () => {
    const { client } = authClient({ "/verify": () => Response.json(null) });
    await expect(client.verifyOtp({ token_hash: "t", type: "email" })).rejects.toThrow(TypeError);
  });
});

/** A client whose stored session has this long to live. */
function withSession(secondsToLive: number, responses: Responses, autoRefreshToken: boolean) {
  const expires_at = Date.now() / 1000 + secondsToLive;
  let stored: string | null = JSON.stringify({
    access_token: "a",
    refresh_token: "r",
    token_type: "bearer",
    expires_at,
    user: { id: "u1" },
  });
  const storage = {
    getItem: (key: string) => (key.startsWith("client-") && !key.includes("-user") ? stored : null),
    setItem: (_key: string, value: string) => {
      stored = value;
    },
    removeItem: () => {
      stored = null;
    },
  };
  return authClient(responses, { persistSession: true, storage, autoRefreshToken });
}

describe("a session", () => {
  const renewed = () =>
    Response.json({
      access_token: "b",
      refresh_token: "s",
      token_type: "bearer",
      expires_in: 3600,
      user: { id: "u1" },
    });

  test("is checked every 30 s, and renewed when it has 3 such ticks left", async () => {
    vi.useFakeTimers();
    const { client, calls } = withSession(179, { "/token": renewed }, true);
    await vi.advanceTimersByTimeAsync(0);
    // Five ticks and a bit; then four; the third check finds three.
    await vi.advanceTimersByTimeAsync(59_900);
    expect(calls).toEqual([]);
    await vi.advanceTimersByTimeAsync(200);
    expect(calls.map(({ path }) => path)).toEqual(["/token"]);
    await vi.advanceTimersByTimeAsync(10 * MINUTE_MS);
    expect(calls).toHaveLength(1);
    await client.stopAutoRefresh();
  });

  test.each([
    [401, null],
    [403, null],
    [404, null],
    [500, "No."],
  ])("whose sign-out returns %i fails with %j", async (status, message) => {
    const refuse = () => Response.json({ msg: "No." }, { status });
    const { client, paths } = withSession(3600, { "/logout": refuse }, false);
    expect((await client.signOut()).error?.message ?? null).toBe(message);
    expect(paths()).toEqual(["/logout"]);
    expect((await client.getSession()).data.session === null).toBe(message === null);
  });

  test("that cannot be renewed for the moment is retried after 200 ms, then after twice as long each time", async () => {
    vi.useFakeTimers();
    const unreachable = () => {
      throw new TypeError("Failed to fetch");
    };
    const { client, calls } = withSession(1, { "/token": unreachable }, false);
    const refresh = client.refreshSession();
    await vi.advanceTimersByTimeAsync(60_000);
    expect((await refresh).error?.message).toBe("Failed to fetch");
    const waits = calls.slice(1).map(({ at }, index) => at - (calls[index]?.at ?? 0));
    expect(waits).toEqual([200, 400, 800, 1600, 3200, 6400, 12_800]);
  });
});
