const MB = 1024 * 1024;
/** Bytes of bodies that an isolate keeps at once. It has 128 MB, and holds several copies of a body while it reads it. */
const ROOM_BYTES = 32 * MB;
/** One account's share: the longest body. */
const ACCOUNT_BYTES = ROOM_BYTES / 4;

/** Bounds the memory that request bodies take in an isolate, from their arrival until the provider has them. */
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
