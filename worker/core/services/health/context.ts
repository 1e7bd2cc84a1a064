import type { ServiceContext } from "#core/services/context.ts";

export interface HealthContext {
  /** The operator's secret; without one nobody gets the report. */
  healthToken?: string | undefined;
  writeProbe: {
    /** @throws Error when the database could not write when it was last tried. */
    check(ctx: Pick<ServiceContext, "db" | "clock">): Promise<void>;
  };
}
