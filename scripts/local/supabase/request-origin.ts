import { isIP } from "node:net";
import { tryGetContext } from "hono/context-storage";

const USER_AGENT_MAX = 512;
const LOOPBACK = "127.0.0.1";

/** The user agent and IP address of the current request, for the list of sessions. */
export function requestOrigin(): { user_agent: string | null; ip: string | null } {
  const request = tryGetContext()?.req;
  if (!request) return { user_agent: null, ip: null };
  const userAgent = request.header("User-Agent")?.slice(0, USER_AGENT_MAX);
  return { user_agent: userAgent || null, ip: forwardedFor(request.header("X-Forwarded-For")) ?? LOOPBACK };
}

/** As in the hosted service, the first entry that is an address. */
const forwardedFor = (header = "") =>
  header
    .split(",")
    .map((entry) => entry.trim())
    .find((entry) => isIP(entry) !== 0);
