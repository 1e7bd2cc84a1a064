/** Shorter than deployed, so that each way to end is reached within seconds. Milliseconds. */
export const LIMITS = {
  firstByteMs: 1_500,
  idleMs: 1_200,
  exchangeMs: 5_000,
  abandonedMs: 500,
  progressMs: { first: 60, next: 120 },
};

export const METER_TIMES = { flushMs: 300, orphanMs: 20_000, retryMs: 150 };
