import type { ReadOptions } from "../endpoint.ts";
import type { ModelPrice } from "../price-list.ts";
import { refused } from "../refused.ts";
import { names } from "./field-checks.ts";

const DEFAULT_VERSION = "2023-06-01";
const VERSION = /^\d{4}-\d{2}-\d{2}$/;

/** Betas that change neither who pays nor what a request can cost. */
export const ANTHROPIC_BETAS = names(`
  adaptive-thinking-2026-01-28 advanced-tool-use-2025-11-20 cache-diagnosis-2026-04-07
  claude-code-20250219 computer-use-2024-10-22 computer-use-2025-01-24 computer-use-2025-11-24
  context-management-2025-06-27 effort-2025-11-24 extended-cache-ttl-2025-04-11 fast-mode-2026-02-01
  fine-grained-tool-streaming-2025-05-14 interleaved-thinking-2025-05-14 max-tokens-3-5-sonnet-2024-07-15
  messages-2023-12-15 mid-conversation-output-config-2026-07-01 mid-conversation-system-2026-04-07
  mid-conversation-system-clear-at-2026-08-21 model-context-window-exceeded-2025-08-26 pdfs-2024-09-25
  prompt-caching-2024-07-31 prompt-caching-scope-2026-01-05 redact-thinking-2026-02-12
  structured-outputs-2025-09-17 structured-outputs-2025-11-13 structured-outputs-2025-12-15
  task-budgets-2026-03-13 thinking-binding-controls-2026-08-01 thinking-display-updates-2026-08-18
  thinking-token-count-2026-05-13 token-counting-2024-11-01 token-efficient-tools-2025-02-19
  tools-2024-04-04 tools-2024-05-16`);

/** Betas that raise a limit, allowed for models whose price list has the higher limit. */
const LIMITS: Readonly<Partial<Record<string, (model: ModelPrice) => boolean>>> = {
  "context-1m-2025-08-07": ({ contextTokens }) => contextTokens >= 1_000_000,
  "output-128k-2025-02-19": ({ maxOutputTokens }) => maxOutputTokens >= 128_000,
  "output-300k-2026-03-24": ({ maxOutputTokens }) => maxOutputTokens >= 300_000,
};

/**
 * Anthropic's own headers for the provider. Other betas are dropped: clients name all that they know, and the fields and
 * tools of those that could pay with another account or model are refused anyway.
 * @throws DomainError `invalid_request` for a version that is not a date.
 */
export function anthropicHeaders(
  { headers, dropped }: ReadOptions,
  model: ModelPrice,
): Record<string, string> {
  const version = headers.get("anthropic-version") ?? DEFAULT_VERSION;
  if (!VERSION.test(version))
    throw refused(
      "anthropic-version",
      `The header anthropic-version must be a date such as ${DEFAULT_VERSION}.`,
    );
  const requested = (headers.get("anthropic-beta") ?? "").split(",").map((beta) => beta.trim());
  const betas = [...new Set(requested)].filter((beta) => beta !== "");
  const offered = betas.filter((beta) => isOffered(beta, model));
  for (const beta of betas) if (!offered.includes(beta)) dropped(`anthropic-beta=${beta}`);
  return {
    "anthropic-version": version,
    ...(offered.length > 0 ? { "anthropic-beta": offered.join(",") } : {}),
  };
}

const isOffered = (beta: string, model: ModelPrice) =>
  ANTHROPIC_BETAS.has(beta) || (Object.hasOwn(LIMITS, beta) && LIMITS[beta]?.(model) === true);
