import { DAY_MS, HOUR_MS } from "#core/domain/time.ts";
import type { Opening } from "./accounts.ts";

/** A Monday and the first of a month, 00:00 UTC: minute, hour, day, week and month begin together. */
export const BORDER = Date.UTC(2026, 5, 1);
/** A plan's months begin so long after the border. */
const PLAN_BEGINS_MS = 30_000;
const PLAN_END = Date.UTC(2026, 11, 1) + PLAN_BEGINS_MS;
/** Times of the day at which periods begin. */
export const PERIODS_BEGIN = [0, PLAN_BEGINS_MS] as const;
export const START = BORDER - HOUR_MS;
/** When a price list takes the place of another. */
export const NEW_PRICES = [BORDER, BORDER + DAY_MS] as const;

/**
 * One account of each kind. @param scale of amounts that are to be used up: about a half for six hundred exchanges.
 */
export function openings(scale: number): Opening[] {
  const micros = (amount: number) => Math.round(amount * scale);
  const budgets = { day: micros(4_000), week: micros(7_000), month: micros(9_000) };
  return [
    { name: "rich", weight: 10, micros: 1_000_000_000, keys: [{}, {}], testKeys: 1, changes: ["takings"] },
    { name: "poor", weight: 12, micros: micros(12_000), keys: [{}, {}], changes: ["grants"] },
    {
      name: "budgeted",
      weight: 18,
      micros: 1_000_000_000,
      keys: [budgets, { day: micros(3_000) }],
      changes: [],
    },
    {
      name: "rebudgeted",
      weight: 9,
      micros: 1_000_000_000,
      changes: ["budgets"],
      keys: [{ day: micros(3_000) }, { week: micros(5_000) }],
    },
    {
      name: "rotated",
      weight: 13,
      micros: 1_000_000_000,
      changes: ["rotations"],
      keys: [{ day: micros(3_500) }, { month: micros(6_000) }],
    },
    {
      name: "limited",
      weight: 10,
      micros: 1_000_000_000,
      keys: [{}, {}],
      changes: ["limits", "takings"],
      limits: { day: micros(5_000), month: micros(12_000) },
    },
    {
      name: "planned",
      weight: 12,
      micros: micros(40_000),
      keys: [{}, { day: micros(3_000) }],
      changes: [],
      plan: { validUntil: PLAN_END, requests: null, micros: micros(6_000), draws: false },
    },
    {
      name: "drawing",
      weight: 10,
      micros: micros(30_000),
      keys: [{}, {}],
      changes: [],
      plan: { validUntil: PLAN_END, requests: Math.round(60 * scale), micros: micros(5_000), draws: true },
    },
    {
      name: "replanned",
      weight: 8,
      micros: micros(30_000),
      keys: [{}],
      changes: ["plan", "grants"],
      plan: { validUntil: PLAN_END, requests: null, micros: micros(4_000), draws: true },
    },
    {
      name: "moody",
      weight: 6,
      micros: 1_000_000_000,
      keys: [{}, {}, {}],
      testKeys: 1,
      changes: ["states", "suspension", "stop"],
    },
  ];
}
