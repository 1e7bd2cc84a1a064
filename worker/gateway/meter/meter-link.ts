import { postRejected } from "#core/services/gateway/post-rejected.ts";
import { type MeterPost, type MeterTerms, syncMeter } from "#core/services/gateway/sync-meter.ts";
import { type Database, databaseUnavailable, isDatabaseUnavailable } from "#core/storage/database.ts";
import { findAccountByRoute } from "#core/storage/gateway-flush.ts";
import { openMeterDatabase } from "../meter-database.ts";
import { type PostInGroup, postersOf } from "../poster/posters.ts";

const clock = { now: () => Date.now() };

/** @param posterMs after this, a poster has stopped. @throws Error naming every wrong variable. */
export const meterLinkOf = (env: object, posterMs: number) =>
  new MeterLink(() => openMeterDatabase(env), postersOf(env, posterMs));

/** How an account's object reaches libSQL. */
export class MeterLink {
  private readonly open: () => Database;
  private readonly postInGroup: PostInGroup;
  private opened: Database | null = null;
  /** The account's usage is rejected, and would have others' in its group rejected with it. */
  private alone = false;

  /** @param open most objects that wake only post, which is the poster's work. */
  constructor(open: () => Database, postInGroup: PostInGroup) {
    this.open = open;
    this.postInGroup = postInGroup;
  }

  private get db(): Database {
    this.opened ??= this.open();
    return this.opened;
  }

  /** The account that this route belongs to. */
  accountOf(route: string): Promise<number | null> {
    return findAccountByRoute(this.db, route);
  }

  read(accountId: number, known: MeterPost["known"]): Promise<MeterTerms> {
    return syncMeter({ db: this.db, clock }, { accountId, batch: null, known });
  }

  /** Stores usage, with other accounts' if it can. @returns the terms right after it. */
  async post(post: MeterPost): Promise<MeterTerms> {
    const posting = this.alone ? null : await this.postInGroup(post);
    if (posting !== null && "terms" in posting) return posting.terms;
    if (posting?.failure === "unavailable") throw databaseUnavailable(new Error(posting.cause));
    this.alone ||= posting?.failure === "rejected";
    try {
      return await (this.alone ? postRejected : syncMeter)({ db: this.db, clock }, post);
    } catch (error) {
      this.alone ||= !isDatabaseUnavailable(error);
      throw error;
    }
  }
}
