import type { ServiceContext } from "#core/services/context.ts";

/** A use case on behalf of whoever runs the service, who has the database's credentials; no request leads here. */
export interface OperatorContext extends ServiceContext {
  /** Who it is, for the audit log. */
  operator: string;
}
