/** One small mistake in the source, and the tests that have to fail because of it. */
export interface PlantedFault {
  area:
    | "ledger"
    | "payments"
    | "metering"
    | "gateway errors"
    | "roll-up"
    | "routes"
    | "identity"
    | "operator"
    | "screens";
  mistake: string;
  file: string;
  /** Stands in the file exactly once. */
  find: string;
  replace: string;
  project: "unit" | "components" | "workers" | "integration";
  suites: string[];
}
