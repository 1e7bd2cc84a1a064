import type { Line } from "../report.ts";
import { added, type Figure, first, middle, ms, p50 } from "./figures.ts";
import { failureLines } from "./gateway-report.ts";
import type { Rounds } from "./measure-gateway.ts";
import { DISTANT } from "./scenarios.ts";
import { DISTANCES } from "./targets.ts";

export type MeasuredDistances = Record<keyof typeof DISTANT, Rounds>;

/** Most round trips between worker and object before the first byte, and in all. */
const MOST: Record<keyof typeof DISTANT, readonly [toFirst: number, toLast: number]> = {
  json: [2, 2],
  stream: [1, 2],
  jsonFirst: [3, 3],
  streamFirst: [2, 3],
};
const TOLERANCE = 0.3;

/** The time that each distance adds to a direct request, and how many round trips that is. */
export const distanceLines = (measured: MeasuredDistances): Line[] => [
  ...(["json", "stream", "jsonFirst", "streamFirst"] as const).flatMap((name) =>
    linesOf(DISTANT[name].what, measured[name], MOST[name]),
  ),
  ...failureLines(measured),
];

function linesOf(what: string, rounds: Rounds, most: readonly [number, number]): Line[] {
  const lines = DISTANCES.map(({ target }) => {
    const more = (figure: Figure) => `+${ms(middle(added(rounds, target, figure)))}`;
    return {
      what: `${what}, ${target} to the object and back`,
      figure: `first byte ${more(first)}, last byte ${more(p50)}`,
    };
  });
  const trips = [roundTrips(rounds, first), roundTrips(rounds, p50)] as const;
  const [toFirst, toLast] = trips.map((value) => value.toFixed(1));
  return [
    ...lines,
    {
      what: "  round trips",
      figure: `${toFirst} before the first byte, ${toLast} before the last`,
      target: `at most ${most[0]} and ${most[1]}`,
      met: trips[0] <= most[0] + TOLERANCE && trips[1] <= most[1] + TOLERANCE,
    },
  ];
}

/** From the two longest distances, so that what the request takes anyway is not in it. */
function roundTrips(rounds: Rounds, figure: Figure): number {
  const [, shorter, longer] = DISTANCES;
  const more = added(rounds, longer.target, figure, shorter.target);
  return middle(more) / (longer.ms - shorter.ms);
}
