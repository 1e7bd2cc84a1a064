import type { z } from "zod";

const PATIENCE_MS = 10_000;

/** Sends a request to the deployed service. @throws Error naming the address and why there was no response. */
export async function requestService(
  url: string,
  init: RequestInit = {},
  patienceMs = PATIENCE_MS,
): Promise<Response> {
  try {
    return await fetch(url, { redirect: "manual", signal: AbortSignal.timeout(patienceMs), ...init });
  } catch (cause) {
    throw new Error(`${url} ${failureOf(cause, patienceMs)}`, { cause });
  }
}

/** The fault that an address's status shows; null if it shows none. */
export async function statusProblem(url: string, expected = 200): Promise<string | null> {
  const response = await requestService(url);
  await response.body?.cancel();
  return response.status === expected ? null : `${url} returned ${response.status}`;
}

/** The body of a response. @throws Error naming the address if it is of another form, such as a proxy's page. */
export async function bodyOf<Schema extends z.ZodType>(
  response: Response,
  schema: Schema,
): Promise<z.infer<Schema>> {
  const result = schema.safeParse(await response.json().catch(() => null));
  if (result.success) return result.data;
  throw new Error(`${response.url} returned something else than Latchkey does`);
}

const CAUSES: Readonly<Record<string, string>> = {
  ENOTFOUND: "has no DNS record",
  EAI_AGAIN: "couldn't be looked up: DNS doesn't respond",
  ECONNREFUSED: "refused the connection",
  ECONNRESET: "closed the connection",
  CERT_HAS_EXPIRED: "has a TLS certificate that has expired",
  ERR_TLS_CERT_ALTNAME_INVALID: "has a TLS certificate for another name",
};

/** The end of a sentence that begins with an address: why a request to it has no response. */
export function failureOf(error: unknown, patienceMs: number): string {
  if (error instanceof Error && error.name === "TimeoutError")
    return `didn't respond within ${patienceMs / 1000} s`;
  const code = error instanceof Error ? codeOf(error.cause) : "";
  return CAUSES[code] ?? `did not respond (${code || messageOf(error)})`;
}

function codeOf(cause: unknown): string {
  const { code }: { code?: unknown } = Object(cause);
  return typeof code === "string" ? code : "";
}

export const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));
