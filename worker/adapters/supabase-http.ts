import { z } from "zod";
import { DomainError } from "#core/domain/errors.ts";

const TIMEOUT_MS = 5000;

export interface SupabaseRequest {
  method?: "GET" | "POST" | "DELETE";
  /** Below the project's address, with its query. */
  path: string;
  /** Of the project: publishable or secret. */
  key: string;
  /** The user's, in whose name it is asked; otherwise the key's own. */
  token?: string;
  body?: unknown;
  /** Longest wait for the whole answer; 5 s unless given. */
  timeoutMs?: number;
}

export interface SupabaseAnswer {
  /** What was asked, without a query: fit for a log. */
  of: string;
  ok: boolean;
  status: number;
  /** The provider's name of an error; `""` when it gave none. */
  code: string;
  message: string;
  body: unknown;
}

/** Auth says `error_code` and `msg`, PostgREST and newer versions of Auth `code` and `message`. */
const failureBody = z
  .object({
    error_code: z.string().optional().catch(undefined),
    code: z.string().optional().catch(undefined),
    msg: z.string().optional().catch(undefined),
    message: z.string().optional().catch(undefined),
  })
  .catch({});

/**
 * Asks the project once, over plain HTTP: the client library would add a third to the worker.
 * @throws DomainError `identity_unavailable` when there is no whole answer in time.
 */
export async function askSupabase(projectUrl: string, request: SupabaseRequest): Promise<SupabaseAnswer> {
  const { method = "POST", path, key, token = key, body, timeoutMs = TIMEOUT_MS } = request;
  const of = `${method} ${path.split("?")[0]}`;
  try {
    const response = await fetch(`${projectUrl}${path}`, {
      method,
      headers: { apikey: key, authorization: `Bearer ${token}`, "content-type": "application/json" },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      // A key must not follow a redirect to another host.
      redirect: "manual",
      signal: AbortSignal.timeout(timeoutMs),
    });
    const answered = parseJson(await response.text());
    const { error_code, code, msg, message } = failureBody.parse(answered);
    const facts = { code: error_code ?? code ?? "", message: msg ?? message ?? "" };
    return { of, ok: response.ok, status: response.status, ...facts, body: answered };
  } catch (cause) {
    throw unavailable(`${of} got no answer`, cause);
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** For the operator: what was asked and what came back, without bodies. */
export const unexpected = ({ of, status, code }: SupabaseAnswer) =>
  unavailable(`${of} answered ${status} ${code}`.trim());

const unavailable = (fact: string, cause?: unknown) =>
  new DomainError(
    "identity_unavailable",
    "We can't reach the sign-in service right now, so nothing was changed. Please try again in a minute.",
    {},
    new Error(fact, { cause }),
  );
