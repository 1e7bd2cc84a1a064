type Fetch = typeof fetch;

/** The client repeats a failed renewal for this long, at growing intervals (specification, section 9). */
const ATTEMPTS_MS = 30_000;
const PAUSES_MS = [60_000, 120_000, 240_000, 300_000];
const REFUSALS = [400, 401, 403];

/**
 * How the identity provider's client renews sessions. Only a refusal in the provider's own words ends one. "Too many
 * requests" and the failures of a server mean later: the next attempts then fail here, for longer each time.
 * @param now in ms, of a clock that nobody can set.
 */
export function sessionRenewal(
  send: Fetch = (...request) => fetch(...request),
  now = () => performance.now(),
) {
  let refused: string | undefined;
  let failures = 0;
  let attemptsUntil = 0;
  let pausedUntil = 0;

  const pause = (from: number) => {
    pausedUntil = from + (PAUSES_MS[Math.min(failures, PAUSES_MS.length - 1)] ?? 0);
    failures += 1;
  };

  async function renew(refreshToken: string, request: () => Promise<Response>): Promise<Response> {
    if (now() < pausedUntil && now() >= attemptsUntil) return LATER();
    const response = await request();
    if (response.status === 429) {
      attemptsUntil = 0;
      pause(now());
    } else if (response.status >= 500) {
      if (now() >= attemptsUntil) {
        attemptsUntil = now() + ATTEMPTS_MS;
        pause(attemptsUntil);
      }
    } else if (response.ok) {
      failures = attemptsUntil = pausedUntil = 0;
    } else if (await isRefusal(response)) {
      refused = refreshToken;
    }
    return response;
  }

  return {
    /** True once the provider has refused to renew the session with this token. */
    isRefused: (refreshToken: string) => refreshToken === refused,
    fetch: (async (input, init) => {
      const request = async () => withoutServerTime(await send(input, init));
      const refreshToken = renewedBy(String(input), init?.body);
      return refreshToken === null ? request() : renew(refreshToken, request);
    }) satisfies Fetch as Fetch,
  };
}

/** The token of a request that renews a session; null for any other request. */
function renewedBy(address: string, body: RequestInit["body"]): string | null {
  if (!address.includes("/token?grant_type=refresh_token") || typeof body !== "string") return null;
  return String(JSON.parse(body).refresh_token);
}

const LATER = () =>
  Response.json({ error_code: "over_request_rate_limit", msg: "Too many requests" }, { status: 429 });

async function isRefusal(response: Response): Promise<boolean> {
  if (!REFUSALS.includes(response.status)) return false;
  const body: unknown = await response
    .clone()
    .json()
    .catch(() => null);
  const { error_code, code, error } = Object(body);
  return [error_code, code, error].some((name) => typeof name === "string");
}

/** The client then calculates when a session expires with this browser's own clock. */
async function withoutServerTime(response: Response): Promise<Response> {
  const body: unknown = response.ok
    ? await response
        .clone()
        .json()
        .catch(() => null)
    : null;
  if (typeof body !== "object" || body === null || !("expires_at" in body && "access_token" in body))
    return response;
  const { expires_at: _, ...rest } = body;
  return Response.json(rest);
}
