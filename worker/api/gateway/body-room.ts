/** Bytes of bodies that an isolate keeps at once. It has 128 MB, and holds several copies of each body for a moment. */
const ROOM_BYTES = 24 * 1024 * 1024;

/** Bounds the memory that request bodies take in an isolate. */
export class BodyRoom {
  private used = 0;

  /** One request's share. */
  lease() {
    let taken = 0;
    return {
      /** @returns false when there is no room for this many more bytes. */
      take: (bytes: number): boolean => {
        if (this.used + bytes > ROOM_BYTES) return false;
        this.used += bytes;
        taken += bytes;
        return true;
      },
      release: (): void => {
        this.used -= taken;
        taken = 0;
      },
    };
  }
}

export type BodyLease = ReturnType<BodyRoom["lease"]>;
