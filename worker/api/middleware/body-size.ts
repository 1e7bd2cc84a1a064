import { bodyLimit } from "hono/body-limit";
import { DomainError } from "#core/domain/errors.ts";

/** Refuses a body of more than `maxSize` bytes, also one that does not tell its length. */
export const bodySize = (maxSize: number) =>
  bodyLimit({
    maxSize,
    onError: () => {
      throw new DomainError("payload_too_large", `The body must have at most ${maxSize} bytes.`);
    },
  });
