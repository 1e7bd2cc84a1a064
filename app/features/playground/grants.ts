import { ApiError, api, unwrap } from "#app/lib/api-client.ts";
import type { Failure } from "./conversation.ts";

/** A grant lasts ten minutes. Counted from when it arrived, so a wrong clock changes nothing. */
const RENEW_AFTER_MS = 9 * 60_000;
const NOT_VALID = ["grant_expired", "grant_not_valid"];

export const isGrantRefusal = ({ code }: Pick<Failure, "code">) => NOT_VALID.includes(code);

interface Kept {
  grant: Promise<string>;
  /** By the page's own clock, in milliseconds. */
  receivedAt: number;
}

/** What this page sends instead of a key. It stays in memory, and requests that need it together share one. */
export class Grants {
  private kept: Kept | null = null;

  /** @throws ApiError if the API refuses one. */
  current(): Promise<string> {
    const { kept } = this;
    const isFresh = kept !== null && performance.now() - kept.receivedAt < RENEW_AFTER_MS;
    return isFresh ? kept.grant : this.request();
  }

  /** A new one in place of one that was refused, unless another request has replaced it already. */
  async replace(refused: string): Promise<string> {
    const now = await this.current();
    return now === refused ? this.request() : now;
  }

  /** For a reader who begins to write: then nobody waits for it. */
  prepare(): void {
    if (this.kept) void this.current().catch(() => undefined);
  }

  private request(): Promise<string> {
    const grant = unwrap(api.api.playground.grant.$post()).then((response) => response.grant);
    const kept = { grant, receivedAt: performance.now() };
    this.kept = kept;
    grant.catch(() => {
      if (this.kept === kept) this.kept = null;
    });
    return grant;
  }
}

/** A refusal of the grant, as one of the request. */
export function grantFailure(error: unknown): Failure {
  if (error instanceof ApiError) return { status: error.status, code: error.code, message: error.message };
  const message = error instanceof Error && error.name === "BlockedRequest" ? error.message : "";
  return {
    status: null,
    code: "connection_lost",
    message: message || "Nothing was sent. Check your connection, then send it again.",
  };
}
