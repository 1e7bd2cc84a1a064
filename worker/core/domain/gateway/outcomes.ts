/** How an exchange ended, as it is stored. 0 stands for older rows. */
export const OUTCOMES = {
  unknown: 0,
  /** The response arrived whole, with its usage. */
  completed: 1,
  /** The provider failed: nothing is charged. */
  failed: 2,
  /** The client disconnected. */
  client_left: 3,
  /** The provider stopped after the response had begun. */
  cut: 4,
  /** The request lasted too long. */
  deadline: 5,
  /** The response arrived whole, without its usage. */
  no_usage: 6,
  /** The gateway itself stopped. */
  orphaned: 7,
} as const;
export type Outcome = keyof typeof OUTCOMES;
export type OutcomeNumber = (typeof OUTCOMES)[Outcome];
