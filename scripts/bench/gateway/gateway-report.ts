import type { Line } from "../report.ts";
import { added, first, medianOf, middle, ms, p50, p99, perSecond, ratio } from "./figures.ts";
import type { Rounds } from "./measure-gateway.ts";
import { type Measured, SCENARIOS } from "./scenarios.ts";
import type { TargetName } from "./targets.ts";

/** Most added time and slowest hundredth, least throughput: each against Portkey's. */
interface Targets {
  added?: number;
  one?: number;
  many?: number;
  large?: number;
  p99?: number;
  /** Least throughput against the bare worker's. */
  bare?: number;
}
/** Against a bare worker's. */
const FIRST_TOKEN_TARGET = 3.5;

const times = (value: number) => `${value.toFixed(2)}×`;
type Verdict = Omit<Line, "what">;
const atMost = (value: number, most?: number): Verdict =>
  most === undefined
    ? { figure: times(value) }
    : { figure: times(value), target: `at most ${most}×`, met: value <= most };
const atLeast = (value: number, least?: number): Verdict =>
  least === undefined
    ? { figure: times(value) }
    : { figure: times(value), target: `at least ${least}×`, met: value >= least };

/** Each target's figure in words, the direct way's first. */
const each = (rounds: Rounds, say: (target: TargetName) => string) =>
  (["direct", "pass", "stored", "ours", "web", "portkey"] as const)
    .filter((target) => rounds[target].length > 0)
    .map((target) => `${target} ${say(target)}`)
    .join(", ");

/** The figures of one run, with what they are to reach. */
export function gatewayLines(measured: Measured, targets: Targets): Line[] {
  return [
    ...addedLines(measured.alone, targets),
    ...speedLines(measured.one, SCENARIOS.one.what, { least: targets.one }),
    ...speedLines(measured.many, SCENARIOS.many.what, { least: targets.many, bare: targets.bare }),
    ...speedLines(measured.large, SCENARIOS.large.what, { least: targets.large }),
    ...rateLines(measured.rate, targets),
    ...streamLines(measured.plain, SCENARIOS.plain.what, ["direct", "ours"]),
    // The cost is added to the counts.
    ...streamLines(measured.counted, SCENARIOS.counted.what, ["ours"]),
    ...playgroundLines(measured.playground),
    ...failureLines(measured),
  ];
}

function addedLines(rounds: Rounds, targets: Targets): Line[] {
  const more = (target: TargetName) => middle(added(rounds, target, p50));
  const said = each(rounds, (target) =>
    target === "direct" ? ms(medianOf(rounds, target, p50)) : `+${ms(more(target))}`,
  );
  const against = (target: TargetName) => ratio(added(rounds, "ours", p50), added(rounds, target, p50));
  return [
    { what: `${SCENARIOS.alone.what}, p50`, figure: said },
    { what: "  added, against portkey", ...atMost(against("portkey"), targets.added) },
    { what: "  added, against pass", figure: times(against("pass")) },
    { what: "  added, against the bare worker", figure: times(against("stored")) },
    { what: "  more through web", figure: `+${ms(middle(added(rounds, "web", p50, "ours")))}` },
  ];
}

function speedLines(
  rounds: Rounds,
  what: string,
  { least, bare }: { least?: number | undefined; bare?: number | undefined },
): Line[] {
  const said = each(rounds, (target) => `${Math.round(medianOf(rounds, target, perSecond))}/s`);
  const against = ratio(rounds.ours.map(perSecond), rounds.portkey.map(perSecond));
  const stored = ratio(rounds.ours.map(perSecond), rounds.stored.map(perSecond));
  const hop = ratio(rounds.web.map(perSecond), rounds.ours.map(perSecond));
  return [
    { what, figure: said },
    { what: "  against portkey", ...atLeast(against, least) },
    ...(rounds.stored.length === 0 ? [] : [{ what: "  against the bare worker", ...atLeast(stored, bare) }]),
    ...(rounds.web.length === 0 ? [] : [{ what: "  through web, against directly", figure: times(hop) }]),
  ];
}

const rateLines = (rounds: Rounds, targets: Targets): Line[] => [
  {
    what: `${SCENARIOS.rate.what}, p50`,
    figure: each(rounds, (target) => ms(medianOf(rounds, target, p50))),
  },
  { what: "  p99", figure: each(rounds, (target) => ms(medianOf(rounds, target, p99))) },
  {
    what: "  p99, against portkey",
    ...atMost(ratio(rounds.ours.map(p99), rounds.portkey.map(p99)), targets.p99),
  },
];

/** @param alike targets whose responses must not differ by a byte. */
function streamLines(rounds: Rounds, what: string, alike: readonly TargetName[]): Line[] {
  const said = each(rounds, (target) =>
    target === "direct"
      ? ms(medianOf(rounds, target, first))
      : `+${ms(middle(added(rounds, target, first)))}`,
  );
  const against = ratio(added(rounds, "ours", first), added(rounds, "pass", first));
  const digests = new Set(alike.flatMap((target) => rounds[target].map(({ digest }) => digest)));
  const same = digests.size === 1 && !digests.has(null);
  return [
    { what: `${what}, its first token`, figure: said },
    { what: "  added, against pass", ...atMost(against, FIRST_TOKEN_TARGET) },
    {
      what: "  more through web, first token",
      figure: `+${ms(middle(added(rounds, "web", first, "ours")))}`,
    },
    { what: "  more through web, whole stream", figure: `+${ms(middle(added(rounds, "web", p50, "ours")))}` },
    {
      what: `  bytes of ${alike.join(" and ")}`,
      figure: same ? "the same" : "others",
      target: "the same",
      met: same,
    },
  ];
}

/** The most that a grant may add to a key's time until the first token. */
const GRANT_MS_TARGET = 50;

function playgroundLines(rounds: Rounds): Line[] {
  const more = middle(added(rounds, "grants", first, "ours"));
  const target = `at most ${GRANT_MS_TARGET} ms`;
  return [
    { what: `${SCENARIOS.playground.what}, its first token`, figure: ms(medianOf(rounds, "grants", first)) },
    { what: "  more than with a key", figure: `+${ms(more)}`, target, met: more <= GRANT_MS_TARGET },
  ];
}

/** A figure of refusals is none. */
export function failureLines(measured: Record<string, Rounds>): Line[] {
  return Object.entries(measured).flatMap(([name, rounds]) =>
    Object.entries(rounds).flatMap(([target, results]): Line[] => {
      const failed = results.flatMap((result) => Object.entries(result.failed));
      if (failed.length === 0) return [];
      const said = failed.map(([status, count]) => `${count} × ${status}`).join(", ");
      return [{ what: `${name}, ${target}`, figure: said, target: "only 200", met: false }];
    }),
  );
}
