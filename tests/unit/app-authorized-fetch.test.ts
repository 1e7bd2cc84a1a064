import { describe, expect, test } from "vitest";
import { ApiError } from "#app/lib/api-error.ts";
import { authorizedFetch } from "#app/lib/authorized-fetch.ts";

interface Stage {
  /** The tokens that a request is accepted with. */
  accepted: string[];
  stored: string | null;
  renewals: (string | null)[];
}

/** A server that knows good tokens, and a session store whose refreshes are given in advance. */
function stage({ accepted, stored, renewals }: Stage) {
  const seen: string[] = [];
  const counts = { refreshed: 0, left: 0, steppedUp: 0 };
  let token = stored;
  const send = async (_input: RequestInfo | URL, init?: RequestInit) => {
    const bearer = new Headers(init?.headers).get("authorization")?.replace("Bearer ", "") ?? "";
    seen.push(bearer);
    return new Response(null, { status: accepted.includes(bearer) ? 200 : 401 });
  };
  const tokens = {
    current: async () => token,
    async refresh() {
      await Promise.resolve();
      token = renewals[counts.refreshed] ?? null;
      counts.refreshed += 1;
      return token;
    },
    leave: () => {
      counts.left += 1;
    },
    stepUp: async () => {
      counts.steppedUp += 1;
    },
    confirmPresence: async () => false,
  };
  return { request: authorizedFetch(send, tokens), seen, counts, renew: (next: string) => (token = next) };
}

describe("a request on behalf of the signed-in person", () => {
  test("carries the session's token and keeps its other headers", async () => {
    const headers: Headers[] = [];
    const request = authorizedFetch(
      async (_input, init) => {
        headers.push(new Headers(init?.headers));
        return new Response();
      },
      { ...signedIn, refresh: async () => null },
    );
    await request("/api/keys", { method: "POST", headers: { "content-type": "application/json" } });
    expect(headers[0]?.get("authorization")).toBe("Bearer good");
    expect(headers[0]?.get("content-type")).toBe("application/json");
  });

  test("is refreshed once and retried once after a 401", async () => {
    const { request, seen, counts } = stage({ accepted: ["new"], stored: "old", renewals: ["new"] });
    expect((await request("/api/keys")).status).toBe(200);
    expect(seen).toEqual(["old", "new"]);
    expect(counts).toEqual({ refreshed: 1, left: 0, steppedUp: 0 });
  });

  test("signs out when the refresh yields no session", async () => {
    const { request, seen, counts } = stage({ accepted: ["new"], stored: "old", renewals: [null] });
    await expect(request("/api/keys")).rejects.toThrow(ApiError);
    expect(seen).toEqual(["old"]);
    expect(counts).toEqual({ refreshed: 1, left: 1, steppedUp: 0 });
  });

  test("signs out when the new token is refused too, without a third attempt", async () => {
    const { request, seen, counts } = stage({ accepted: [], stored: "old", renewals: ["new"] });
    await expect(request("/api/keys")).rejects.toMatchObject({ status: 401, code: "unauthorized" });
    expect(seen).toEqual(["old", "new"]);
    expect(counts).toEqual({ refreshed: 1, left: 1, steppedUp: 0 });
  });

  test("is not sent at all without a session", async () => {
    const { request, seen, counts } = stage({ accepted: ["new"], stored: null, renewals: ["new"] });
    await expect(request("/api/keys")).rejects.toThrow(ApiError);
    expect(seen).toEqual([]);
    expect(counts).toEqual({ refreshed: 0, left: 1, steppedUp: 0 });
  });

  test("shares one refresh with those that failed at the same time", async () => {
    const { request, counts } = stage({ accepted: ["new"], stored: "old", renewals: ["new"] });
    const responses = await Promise.all(["/a", "/b", "/c"].map((path) => request(path)));
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(counts.refreshed).toBe(1);
  });

  test("uses the token that another tab has renewed meanwhile", async () => {
    const { seen, counts, renew, ...rest } = stage({ accepted: ["new"], stored: "old", renewals: [] });
    const response = rest.request("/api/keys");
    renew("new");
    expect((await response).status).toBe(200);
    expect(seen.at(-1)).toBe("new");
    expect(counts.refreshed).toBe(0);
  });

  test.each([
    [403, { error: "Not yours.", code: "forbidden", request_id: "r1" }],
    [422, { error: "Not now.", code: "second_factor_required", request_id: "r1" }],
    [403, "<html>"],
  ])("passes any other refusal to the caller: %j %j", async (status, body) => {
    const { response, steppedUp } = await refusedWith(status, body);
    expect(response.status).toBe(status);
    expect(steppedUp).toBe(0);
  });

  test("goes to the second step when the response requires it, and fails nothing on the page that is left", async () => {
    const led = Promise.withResolvers<void>();
    let settled = false;
    const stepUp = async () => led.resolve();
    const request = authorizedFetch(async () => refusal("second_factor_required"), { ...signedIn, stepUp });
    const note = () => {
      settled = true;
    };
    request("/api/keys").then(note, note);
    await led.promise;
    await new Promise((resolve) => setImmediate(resolve));
    expect(settled).toBe(false);
  });

  test("fails when the second step can't be reached", async () => {
    const stepUp = () => Promise.reject(new Error("Unreachable"));
    const request = authorizedFetch(async () => refusal("second_factor_required"), { ...signedIn, stepUp });
    await expect(request("/api/keys")).rejects.toThrow("Unreachable");
  });
});

describe("a request that needs a proof of presence", () => {
  /** A server that refuses old tokens; `outcome` is what asking leads to. */
  function world(outcome: boolean | Error, { accepted = ["new"] }: { accepted?: string[] } = {}) {
    const sent: [string, unknown][] = [];
    let token = "old";
    let questions = 0;
    let respond = () => Promise.resolve();
    const send = async (_input: RequestInfo | URL, init?: RequestInit) => {
      const bearer = new Headers(init?.headers).get("authorization")?.replace("Bearer ", "") ?? "";
      sent.push([bearer, init?.body]);
      await respond();
      return accepted.includes(bearer) ? new Response("done") : refusal("presence_required");
    };
    const confirmPresence = async () => {
      questions += 1;
      await Promise.resolve();
      if (outcome instanceof Error) throw outcome;
      if (outcome) token = "new";
      return outcome;
    };
    const fetching = authorizedFetch(send, { ...signedIn, current: async () => token, confirmPresence });
    return {
      create: () => fetching("/api/tokens", { method: "POST", body: "{}" }),
      sent,
      questions: () => questions,
      holdResponses: (gate: Promise<void>) => {
        respond = () => gate;
      },
      renew: () => {
        token = "new";
      },
    };
  }

  test("is sent once more, with the new token and the same body, after the person has confirmed", async () => {
    const { create, sent, questions } = world(true);
    expect(await (await create()).text()).toBe("done");
    expect(sent).toEqual([
      ["old", "{}"],
      ["new", "{}"],
    ]);
    expect(questions()).toBe(1);
  });

  test("gives the refusal to the caller when the person declines", async () => {
    const { create, sent } = world(false);
    expect(await (await create()).json()).toMatchObject({ code: "presence_required" });
    expect(sent).toHaveLength(1);
  });

  test("fails with the error of asking", async () => {
    await expect(world(new Error("This didn’t load")).create()).rejects.toThrow("This didn’t load");
  });

  test("isn't asked or sent again when it is refused once more", async () => {
    const { create, sent, questions } = world(true, { accepted: [] });
    expect((await create()).status).toBe(403);
    expect([sent.length, questions()]).toEqual([2, 1]);
  });

  test("isn't asked for if another request or tab has confirmed meanwhile", async () => {
    const gate = Promise.withResolvers<void>();
    const { create, questions, holdResponses, renew } = world(true);
    holdResponses(gate.promise);
    const late = create();
    await Promise.resolve();
    renew();
    gate.resolve();
    expect((await late).status).toBe(200);
    expect(questions()).toBe(0);
  });
});

const refusal = (code: string) => Response.json({ error: "No.", code, request_id: "r1" }, { status: 403 });

const signedIn = {
  current: async () => "good",
  refresh: async () => "new",
  leave: () => undefined,
  stepUp: async () => undefined,
  confirmPresence: async () => false,
};

/** One request that is refused, and its result. */
async function refusedWith(status: number, body: unknown) {
  let steppedUp = 0;
  const stepUp = async () => {
    steppedUp += 1;
  };
  const send = async () => Response.json(body, { status });
  const response = await authorizedFetch(send, { ...signedIn, stepUp })("/api/keys");
  return { response, steppedUp };
}
