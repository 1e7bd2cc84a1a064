export interface HealthContext {
  /** The operator's secret; without one nobody gets the report. */
  healthToken?: string | undefined;
}
