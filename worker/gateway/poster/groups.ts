/** A post within a group. Two of one account never share one. */
interface Post {
  accountId: number;
  rows: number;
}

/** `rejected`: what was posted can't be stored, whatever else is. `unavailable`: nobody's could be, or there is no room. */
export type Outcome<Stored> = { stored: Stored } | { rejected: unknown } | { unavailable: unknown };

interface Limits {
  /** How long the first post of a group waits for others. */
  gatherMs: number;
  mostPosts: number;
  mostRows: number;
  /** Rows that may wait beyond the group under way. */
  mostWaitingRows: number;
}

export const POSTER_LIMITS: Limits = {
  gatherMs: 200,
  mostPosts: 100,
  mostRows: 5_000,
  mostWaitingRows: 50_000,
};

interface Waiting<One extends Post, Stored> {
  post: One;
  resolve: (outcome: Outcome<Stored>) => void;
}

interface Store<One extends Post, Stored> {
  /** One transaction. @returns by account. */
  store: (posts: readonly One[]) => Promise<ReadonlyMap<number, Stored>>;
  /** True for a failure that isn't the posts' fault. They may have been stored all the same. */
  isUnavailable: (error: unknown) => boolean;
}

/**
 * Gathers posts and stores them in groups, one group at a time. A group that is rejected is halved until the posts at fault
 * stand alone; their accounts are never in a group again.
 */
export class Groups<One extends Post, Stored> {
  private readonly to: Store<One, Stored>;
  private readonly limits: Limits;
  private waiting: Waiting<One, Stored>[] = [];
  private waitingRows = 0;
  private storing = false;
  private gathering: ReturnType<typeof setTimeout> | null = null;
  private readonly excluded = new Map<number, unknown>();

  constructor(to: Store<One, Stored>, limits: Limits) {
    this.to = to;
    this.limits = limits;
  }

  /** Resolves once the post's group is done. Never rejects. */
  add(post: One): Promise<Outcome<Stored>> {
    const reason = this.excluded.get(post.accountId);
    if (reason !== undefined) return Promise.resolve({ rejected: reason });
    if (this.waitingRows + post.rows > this.limits.mostWaitingRows)
      return Promise.resolve({ unavailable: new Error("Too many rows wait to be posted.") });
    return new Promise((resolve) => {
      this.waiting.push({ post, resolve });
      this.waitingRows += post.rows;
      this.gather();
    });
  }

  private gather(): void {
    if (this.storing || this.waiting.length === 0) return;
    if (this.isFull) void this.storeNext();
    else
      this.gathering ??= setTimeout(() => {
        this.gathering = null;
        if (!this.storing) void this.storeNext();
      }, this.limits.gatherMs);
  }

  private get isFull(): boolean {
    return this.waiting.length >= this.limits.mostPosts || this.waitingRows >= this.limits.mostRows;
  }

  private async storeNext(): Promise<void> {
    if (this.gathering !== null) clearTimeout(this.gathering);
    this.gathering = null;
    this.storing = true;
    await this.storeGroup(this.take());
    this.storing = false;
    this.gather();
  }

  /** The oldest that fit into a group; at least one. */
  private take(): Waiting<One, Stored>[] {
    const { mostPosts, mostRows } = this.limits;
    const accounts = new Set<number>();
    const group: Waiting<One, Stored>[] = [];
    const left: Waiting<One, Stored>[] = [];
    let rows = 0;
    for (const one of this.waiting) {
      const { accountId, rows: own } = one.post;
      const fits = accounts.size < mostPosts && (rows === 0 || rows + own <= mostRows);
      if (fits && !accounts.has(accountId)) {
        group.push(one);
        rows += own;
      } else left.push(one);
      accounts.add(accountId);
    }
    this.waiting = left;
    this.waitingRows -= rows;
    return group;
  }

  private exclude(accountId: number, reason: unknown): void {
    this.excluded.set(accountId, reason);
    const own = this.waiting.filter(({ post }) => post.accountId === accountId);
    this.waiting = this.waiting.filter((one) => !own.includes(one));
    for (const { post, resolve } of own) {
      this.waitingRows -= post.rows;
      resolve({ rejected: reason });
    }
  }

  private async storeGroup(group: readonly Waiting<One, Stored>[]): Promise<void> {
    const [first] = group;
    if (first === undefined) return;
    try {
      const stored = await this.to.store(group.map(({ post }) => post));
      for (const { post, resolve } of group) resolve(outcomeOf(stored, post));
    } catch (error) {
      if (this.to.isUnavailable(error)) for (const { resolve } of group) resolve({ unavailable: error });
      else if (group.length === 1) {
        first.resolve({ rejected: error });
        this.exclude(first.post.accountId, error);
      } else {
        const half = group.length >> 1;
        await this.storeGroup(group.slice(0, half));
        await this.storeGroup(group.slice(half));
      }
    }
  }
}

function outcomeOf<Stored>(
  stored: ReadonlyMap<number, Stored>,
  { accountId }: Post,
): { stored: Stored } | { rejected: unknown } {
  const own = stored.get(accountId);
  return own === undefined ? { rejected: new Error(`There is no account ${accountId}.`) } : { stored: own };
}
