import type { MeterPost } from "#core/services/gateway/sync-meter.ts";
import { Poster as DeployedPoster, type Posting } from "#worker/gateway/poster/poster.ts";

/**
 * How a poster goes wrong: it stops responding `silent before` or `silent after` it stores a post, or is `doubled`, so that
 * another one gets the same posts at the same time.
 */
export type Manner = "as deployed" | "silent before" | "silent after" | "doubled";

/** The deployed poster, which a test can end, and have go wrong. */
export class Poster extends DeployedPoster {
  private manner: Manner = "as deployed";
  private readonly received = new Map<number, number>();
  /** Stores in transactions of its own. */
  private readonly double = new DeployedPoster(this.ctx, this.env);

  end(): void {
    this.ctx.abort("ended");
  }

  behave(manner: Manner): void {
    this.manner = manner;
  }

  /** How often each account has posted, by its id. */
  posts(): [accountId: number, posts: number][] {
    return [...this.received];
  }

  override async post(post: MeterPost): Promise<Posting> {
    const { manner } = this;
    this.received.set(post.accountId, (this.received.get(post.accountId) ?? 0) + 1);
    if (manner === "doubled") return this.postDoubled(post);
    const posting = manner === "silent before" ? null : await super.post(post);
    return posting === null || manner === "silent after" ? new Promise<never>(() => {}) : posting;
  }

  private async postDoubled(post: MeterPost): Promise<Posting> {
    const both = await Promise.all([super.post(post), this.double.post(post)]);
    return both.find((posting) => "terms" in posting) ?? both[0];
  }
}
