import { DomainError } from "#core/domain/errors.ts";
import { BUILD } from "./build-info.ts";

/** Streams and files count until they begin. */
const SLOW_MS = 2_000;
/** Also ends a loop of causes. */
const MAX_DEPTH = 5;
const MAX_MESSAGE = 500;
/** Anything else in an address may be a key or a token. */
const ROUTE_NAME = /^[a-z0-9-]{0,24}$/;

/** The workers that serve requests. */
export type RequestWorker = "web" | "api" | "gateway";

/** Never holds a query string, a body, a key or a token. */
interface LogLine {
  event: string;
  worker: RequestWorker | "rollup";
  [detail: string]: unknown;
}

export function logEvent(level: "log" | "warn" | "error", line: LogLine): void {
  const { version, commit } = BUILD;
  console[level](JSON.stringify({ ...line, version, commit }));
}

interface FinishedRequest {
  worker: RequestWorker;
  requestId: string;
  traceId: string | undefined;
  method: string;
  /** A route, not an address, which may hold a token or a key. */
  route: string;
  status: number;
  /** Epoch ms. */
  startedAt: number;
  now: number;
}

/** Logs a response that failed or was slow. */
export function logRequest({ startedAt, now, requestId, traceId, ...finished }: FinishedRequest): void {
  const ms = now - startedAt;
  const event = finished.status >= 500 ? "response_failed" : ms > SLOW_MS ? "response_slow" : null;
  if (event) logEvent("warn", { event, request_id: requestId, trace_id: traceId, ...finished, ms });
}

interface ErrorDescription {
  name: string;
  code?: string;
  message: string;
  at: string[];
}

/** A failed query's message includes its parameters, which hold emails and ciphertexts. */
const withoutParameters = (message: string) => message.split("\nparams:")[0] ?? "";

function describe(error: unknown): ErrorDescription {
  if (!(error instanceof Error)) return { name: typeof error, message: "not an error", at: [] };
  const frames = (error.stack ?? "").split("\n").filter((line) => /^\s+at /.test(line));
  return {
    name: error.name,
    ...(error instanceof DomainError && { code: error.code }),
    message: withoutParameters(error.message).slice(0, MAX_MESSAGE),
    at: frames.slice(0, MAX_DEPTH).map((line) => line.trim()),
  };
}

/** Outermost first, bounded. */
export function chainOf(error: unknown): unknown[] {
  const chain: unknown[] = [];
  let current = error;
  while (current !== undefined && current !== null && chain.length < MAX_DEPTH) {
    chain.push(current);
    current = current instanceof Error ? current.cause : undefined;
  }
  return chain;
}

/** An error and its causes, safe to log: bounded, without query parameters. */
export const describeError = (error: unknown): ErrorDescription[] => chainOf(error).map(describe);

/** The first part of an address: `/reset-password` of `/reset-password/<token>`. */
export function routeName(pathname: string): string {
  const first = pathname.split("/")[1] ?? "";
  return ROUTE_NAME.test(first) ? `/${first}` : "/…";
}
