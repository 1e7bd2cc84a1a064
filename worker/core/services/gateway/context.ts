import type { Metering } from "#core/ports.ts";

/** For use cases after which an account's requests are to be judged differently. */
export interface MeteringContext {
  metering: Metering;
}
