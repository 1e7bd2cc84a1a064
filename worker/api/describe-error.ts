import { DomainError } from "#core/domain/errors.ts";

/** Deep enough for every chain of ours; a loop in it ends. */
const MAX_DEPTH = 5;
const MAX_MESSAGE = 500;

interface ErrorDescription {
  name: string;
  /** Of a failure that has a name. */
  code?: string;
  message: string;
  at: string[];
}

/** A failed query's message goes on with its parameters, which hold emails and ciphertexts. */
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

/** An error and its causes, outermost first; no more than a few of them. */
export function chainOf(error: unknown): unknown[] {
  const chain: unknown[] = [];
  let current = error;
  while (current !== undefined && current !== null && chain.length < MAX_DEPTH) {
    chain.push(current);
    current = current instanceof Error ? current.cause : undefined;
  }
  return chain;
}

/** An error and its causes, fit for a log: no query parameters, bounded. */
export const describeError = (error: unknown): ErrorDescription[] => chainOf(error).map(describe);
