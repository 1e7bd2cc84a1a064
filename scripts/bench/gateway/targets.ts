/** Round trips between the api worker and an account's object, in milliseconds. On one machine there is hardly any. */
export const DISTANCES = [
  { target: "5 ms", ms: 5 },
  { target: "20 ms", ms: 20 },
  { target: "50 ms", ms: 50 },
] as const;

/** What a request can be sent to, in the order in which figures are shown. */
const TARGETS = [
  "direct",
  "pass",
  "stored",
  "ours",
  /** The gateway, with the Playground's grants in place of keys. */
  "grants",
  "web",
  "portkey",
  "5 ms",
  "20 ms",
  "50 ms",
] as const;
export type TargetName = (typeof TARGETS)[number];

/** One value for each target. */
export const eachTarget = <Value>(of: (target: TargetName) => Value) =>
  Object.fromEntries(TARGETS.map((target) => [target, of(target)])) as Record<TargetName, Value>;

/** The gateway, at whatever distance. */
export const isOurs = (target: TargetName) =>
  target === "ours" || target === "web" || DISTANCES.some((distance) => distance.target === target);
