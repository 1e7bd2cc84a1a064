/** Bytes of bodies that an isolate keeps at once: it has 128 MB, and each body stands in it several times for a moment. */
const ROOM_BYTES = 24 * 1024 * 1024;

/** Bounds the bodies in memory of an isolate. */
export class BodyRoom {
  private used = 0;

  /** What one request takes of it. */
  lease() {
    let taken = 0;
    return {
      /** @returns false when there is no room for so many bytes more. */
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
