import { DomainError } from "#core/domain/errors.ts";

export const keyRevoked = () => new DomainError("key_revoked", "This API key is revoked.");
