import { DurableObject } from "cloudflare:workers";
import { type MeterPost, type MeterTerms, syncMeters } from "#core/services/gateway/sync-meter.ts";
import { isDatabaseUnavailable } from "#core/storage/database.ts";
import { describeError, logEvent } from "#worker/log.ts";
import { openMeterDatabase } from "../meter-database.ts";
import { Groups, type Outcome, POSTER_LIMITS } from "./groups.ts";

/** Over RPC, where an error would lose its code. */
export type Posting =
  | { terms: MeterTerms }
  /** `rejected`: this account's usage can't be stored. `unavailable`: nobody's can at the moment. */
  | { failure: "rejected" | "unavailable"; cause: string };

const clock = { now: () => Date.now() };

/**
 * Stores what the objects of many accounts post in one transaction, and gives each the terms it would have got alone. It has
 * no storage: an object posts again whatever it doesn't know to be stored, and a repetition changes nothing.
 */
export class Poster extends DurableObject<object> {
  private readonly groups = new Groups<MeterPost & { rows: number }, MeterTerms>(
    {
      store: (posts) => syncMeters({ db: this.database, clock }, posts),
      isUnavailable: isDatabaseUnavailable,
    },
    POSTER_LIMITS,
  );
  private readonly database = openMeterDatabase(this.env);

  async post(post: MeterPost): Promise<Posting> {
    const rows = post.batch?.rows.length ?? 0;
    return this.postingOf(post, await this.groups.add({ ...post, rows }));
  }

  private postingOf({ accountId }: MeterPost, outcome: Outcome<MeterTerms>): Posting {
    if ("stored" in outcome) return { terms: outcome.stored };
    const [failure, error] =
      "rejected" in outcome
        ? (["rejected", outcome.rejected] as const)
        : (["unavailable", outcome.unavailable] as const);
    const causes = describeError(error);
    if (failure === "rejected")
      logEvent("error", { event: "post_rejected", worker: "gateway", account: accountId, causes });
    return { failure, cause: JSON.stringify(causes) };
  }
}
