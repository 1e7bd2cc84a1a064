import { bodyLimit } from "hono/body-limit";
import { DomainError } from "#core/domain/errors.ts";

/** Also refuses a longer body that doesn't announce its length. */
export const bodySize = (maxSize: number) =>
  bodyLimit({
    maxSize,
    onError: () => {
      throw new DomainError("payload_too_large", `The body must have at most ${maxSize} bytes.`);
    },
  });
