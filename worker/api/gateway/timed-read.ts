type Reader = ReadableStreamDefaultReader<Uint8Array>;

/**
 * Reads pieces no more than `idleMs` apart.
 * @throws Error when the next one does not come in time; the source is then given up.
 */
export const timedRead =
  (idleMs: number) =>
  async (reader: Reader): Promise<ReadableStreamReadResult<Uint8Array>> => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error("The next piece did not come in time.")), idleMs);
    });
    try {
      return await Promise.race([reader.read(), late]);
    } catch (error) {
      reader.cancel(error).catch(() => {});
      throw error;
    } finally {
      clearTimeout(timer);
    }
  };
