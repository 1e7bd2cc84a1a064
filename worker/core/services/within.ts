/** Waits at most `ms` for `work`, which goes on after that. @throws TimeoutError when it takes longer. */
export async function within<Value>(ms: number, work: Promise<Value>): Promise<Value> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new TimeoutError(`No response within ${ms} ms.`)), ms);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Of `within`. */
export class TimeoutError extends Error {
  override readonly name = "TimeoutError";
}
