import type { LiveMetering, Metering } from "#core/ports.ts";

/** For use cases after which an account's requests are to be judged differently. */
export interface MeteringContext {
  metering: Metering;
}

/** For use cases that tell what is under way. */
export interface LiveMeteringContext {
  metering: LiveMetering;
}
