const MB = 1024 * 1024;
/** Bytes of bodies that an isolate keeps at once. It has 128 MB, and holds several copies of each body for a moment. */
const ROOM_BYTES = 24 * MB;
/** One account's share, so that it cannot take the room of all others. */
const ACCOUNT_BYTES = 16 * MB;

/** Bounds the memory that request bodies take in an isolate. */
export class BodyRoom {
  private used = 0;
  private readonly accounts = new Map<string, number>();

  /** One request's share. */
  lease(account: string) {
    let taken = 0;
    return {
      /** @returns false when there is no room for this many more bytes. */
      take: (bytes: number): boolean => {
        const ofAccount = (this.accounts.get(account) ?? 0) + bytes;
        if (this.used + bytes > ROOM_BYTES || ofAccount > ACCOUNT_BYTES) return false;
        this.used += bytes;
        this.accounts.set(account, ofAccount);
        taken += bytes;
        return true;
      },
      release: (): void => {
        this.used -= taken;
        const left = (this.accounts.get(account) ?? 0) - taken;
        if (left > 0) this.accounts.set(account, left);
        else this.accounts.delete(account);
        taken = 0;
      },
    };
  }
}

export type BodyLease = ReturnType<BodyRoom["lease"]>;
