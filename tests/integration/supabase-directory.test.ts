import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { freePorts } from "#scripts/local/free-port.ts";
import { listenOnLoopback } from "#scripts/local/loopback-server.ts";
import { authenticator } from "#tests/support/authenticator.ts";
import { PATIENCE_MS } from "#tests/support/limits.ts";
import {
  type LocalSupabaseTest,
  newAddress,
  PASSWORD,
  SITE_URL,
  startTestSupabase,
} from "#tests/support/local-supabase.ts";
import { createSupabaseDirectory } from "#worker/adapters/supabase-directory.ts";
import { describeError } from "#worker/log.ts";

const SECRET_KEY = "sb_secret_never_logged";
const PUBLISHABLE_KEY = "sb_publishable_never_logged";
const USER_ID = "0b0e4a5c-5b59-4d7c-9d5f-0d5c5a3c1d11";

describe("against a local Supabase", () => {
  let supabase: LocalSupabaseTest;
  beforeAll(async () => {
    supabase = await startTestSupabase();
  });
  afterAll(() => supabase.stop());
  const directory = () =>
    createSupabaseDirectory({
      supabaseUrl: supabase.url,
      publishableKey: supabase.publishableKey,
      secretKey: supabase.secretKey,
    });

  it("invites a new address, and emails a sign-in link to one with an account", async () => {
    const email = newAddress();
    expect(await directory().invite(email, `${SITE_URL}/signup`)).toBe("invited");
    expect(supabase.emailsTo(email)).toHaveLength(1);
    const account = await supabase.account();
    expect(await directory().invite(account.email, `${SITE_URL}/signup`)).toBe("exists");
    await directory().sendSignInLink(account.email, `${SITE_URL}/login`);
    expect(supabase.emailsTo(account.email)).toHaveLength(1);
    const stranger = newAddress();
    await directory().sendSignInLink(stranger, `${SITE_URL}/login`);
    expect(supabase.emailsTo(stranger)).toEqual([]);
  });

  it("removes a user's second factors, again without effect, and nobody else's", async () => {
    const [one, other] = [await supabase.signedIn(), await supabase.signedIn()];
    for (const { auth } of [one, other]) {
      const { data, error } = await auth.mfa.enroll({ factorType: "totp", friendlyName: "Phone" });
      if (error) throw error;
      const code = await authenticator(data.totp.secret).nextCode();
      expect((await auth.mfa.challengeAndVerify({ factorId: data.id, code })).error).toBeNull();
    }
    for (let time = 0; time < 2; time += 1) await directory().removeSecondFactors(one.id);
    const hasFactor = async ({ auth }: typeof one) =>
      (await directory().findUser((await auth.getSession()).data.session?.access_token ?? ""))
        .hasSecondFactor;
    expect([await hasFactor(one), await hasFactor(other)]).toEqual([false, true]);
    await expect(directory().removeSecondFactors(USER_ID)).rejects.toMatchObject({
      code: "identity_unavailable",
    });
  });

  it("knows a password by signing in, without leaving a session, and sets one that ends all sessions", async () => {
    const { id, email, session } = await supabase.signedIn();
    const sessions = async () => (await directory().listSessions(session.access_token)).length;
    expect(await directory().isPassword(email, PASSWORD)).toBe(true);
    expect([await directory().isPassword(email, "a guess"), await sessions()]).toEqual([false, 1]);
    await expect(directory().setPassword(id, "password")).rejects.toMatchObject({
      code: "invalid_request",
      details: { field: "password" },
    });
    expect(await sessions()).toBe(1);
    await directory().setPassword(id, "another password");
    await expect(directory().findUser(session.access_token)).rejects.toMatchObject({ code: "unauthorized" });
    expect(await directory().isPassword(email, "another password")).toBe(true);
    await expect(directory().setPassword(USER_ID, "another password")).rejects.toMatchObject({
      code: "identity_unavailable",
    });
  });

  it("finds the user of a live session, lists the sessions, and ends one by its id", async () => {
    const { id, session } = await supabase.signedIn();
    const token = session.access_token;
    expect(await directory().findUser(token)).toEqual({
      id,
      hasSecondFactor: false,
      bannedUntil: null,
      passwordChangedAt: null,
      signInMethods: [expect.stringMatching(/^email:[0-9a-f-]{36}$/)],
    });
    const [only, ...others] = await directory().listSessions(token);
    expect(others).toEqual([]);
    expect(await directory().endSession(token, USER_ID)).toBe(false);
    expect(await directory().endSession(token, only?.id ?? "")).toBe(true);
    await expect(directory().findUser(token)).rejects.toMatchObject({ code: "unauthorized" });
    await expect(directory().listSessions(token)).rejects.toMatchObject({ code: "unauthorized" });
  });

  it("ends all sessions of a user, and says so when this one has ended", async () => {
    const { session } = await supabase.signedIn();
    await directory().endSessions(session.access_token);
    for (const act of [directory().findUser, directory().endSessions])
      await expect(act(session.access_token)).rejects.toMatchObject({ code: "unauthorized" });
  });

  it("deletes a user, and finishes for one that is gone", async () => {
    const { id, session } = await supabase.signedIn();
    expect(await directory().findUserById(id)).toMatchObject({ id, bannedUntil: null });
    await directory().deleteUser(id);
    await directory().deleteUser(id);
    expect(await directory().findUserById(id)).toBeNull();
    await expect(directory().findUser(session.access_token)).rejects.toMatchObject({ code: "unauthorized" });
  });
});

describe("a provider that doesn't respond as it should is identity_unavailable, and no body or key is logged", () => {
  const html = (status: number) => new Response("<html>private</html>", { status });
  const never = () => new Promise<Response>(() => {});
  const stalled = () =>
    new Response(new ReadableStream({ start: (body) => body.enqueue(new Uint8Array(1)) }));
  /** A project that responds with this alone. */
  async function directoryOf(respond: (request: Request) => Response | Promise<Response>) {
    const [port = 0] = await freePorts(1);
    const server = await listenOnLoopback(port, respond);
    onTestFinished(() => server.stop());
    const supabaseUrl = `http://127.0.0.1:${port}`;
    return createSupabaseDirectory({ supabaseUrl, publishableKey: PUBLISHABLE_KEY, secretKey: SECRET_KEY });
  }

  it.each<[string, () => Response | Promise<Response>, RegExp]>([
    ["null", () => Response.json(null), /failed|an unknown shape/],
    ["a list", () => Response.json(["private"]), /an unknown shape/],
    ["a page", () => html(200), /returned no JSON|returned 200/],
    ["a page with 401", () => html(401), /returned no JSON|returned 401/],
    ["a page with 502", () => html(502), /returned 502/],
    [
      "an error with 500",
      () => Response.json({ code: "x", msg: "private" }, { status: 500 }),
      /returned 500/,
    ],
    ["a redirect", () => Response.redirect("http://127.0.0.1:9/private", 302), /returned (no JSON|302)/],
    ["nothing", never, /got no response: .*(timeout|aborted)/i],
    ["half of a body", stalled, /got no response: .*(timeout|aborted)/i],
  ])("%s", async (_what, respond, fact) => {
    const directory = await directoryOf(respond);
    const isCutOff = respond === never || respond === stalled;
    const limit = { timeoutMs: isCutOff ? 500 : PATIENCE_MS };
    const calls = [
      directory.findUser("private.token", limit),
      directory.findUserById(USER_ID, limit),
      ...(isCutOff ? [] : [directory.listSessions("private.token")]),
    ];
    for (const call of calls) {
      const error: unknown = await call.catch((cause: unknown) => cause);
      expect(error).toMatchObject({
        code: "identity_unavailable",
        cause: { message: expect.stringMatching(fact) },
      });
      const log = describeError(error).map(({ message }) => message);
      expect(log.join()).not.toMatch(/private|never_logged/);
    }
  });

  it("a redirect is not followed, so the secret key stays with the project", async () => {
    const paths: string[] = [];
    const directory = await directoryOf((request) => {
      paths.push(new URL(request.url).pathname);
      return new Response(null, { status: 307, headers: { location: "/elsewhere" } });
    });
    await expect(directory.deleteUser(USER_ID)).rejects.toMatchObject({ code: "identity_unavailable" });
    await expect(directory.invite("a@example.test", SITE_URL)).rejects.toMatchObject({
      code: "identity_unavailable",
    });
    expect(paths).toEqual([`/auth/v1/admin/users/${USER_ID}`, "/auth/v1/invite"]);
  });
});
