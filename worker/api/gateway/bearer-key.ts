import { DomainError } from "#core/domain/errors.ts";

/**
 * What stands in the Authorization header, which need not be a key.
 * @throws DomainError `invalid_api_key` when there is nothing.
 */
export function bearerKey(header: string | undefined): string {
  const text = /^Bearer +(\S+)$/i.exec(header ?? "")?.[1];
  if (text !== undefined) return text;
  throw new DomainError(
    "invalid_api_key",
    "Send an API key in the Authorization header: Bearer YOUR_API_KEY.",
  );
}
