import fc from "fast-check";

/** Everything that a user, a key holder and time can do. `which` selects a created key by age. */
export type Step =
  | { do: "create"; expiresIn: number | null }
  | { do: "expire"; which: number; in: number | null }
  | { do: "rename" | "disable" | "enable" | "reveal" | "revoke" | "selfRevoke"; which: number }
  | { do: "rotate"; which: number; hours: number }
  | { do: "wait"; ms: number }
  | { do: "retire" };

const HOUR_MS = 3_600_000;
const which = fc.nat(7);
const span = fc.constantFrom(1, HOUR_MS, 5 * HOUR_MS, 48 * HOUR_MS);
const spanOrNever = fc.option(span, { nil: null });

export const steps: fc.Arbitrary<Step> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ do: fc.constant("create" as const), expiresIn: spanOrNever }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant("expire" as const), which, in: spanOrNever }) },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constantFrom("rename", "disable", "enable", "reveal", "revoke", "selfRevoke"),
      which,
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant("rotate" as const),
      which,
      hours: fc.constantFrom(0, 1, 24, 720),
    }),
  },
  { weight: 4, arbitrary: fc.record({ do: fc.constant("wait" as const), ms: span }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("retire" as const) }) },
);

export interface ModelKey {
  id: string;
  key: string;
  name: string;
  end: number | null;
  off: boolean;
  dead: boolean;
  heir: string | null;
}

/** The error message for the key, if it can't be used. */
export function verdict(
  { dead, end, off }: ModelKey,
  now: number,
): "works" | "revoked" | "expired" | "disabled" {
  if (dead) return "revoked";
  if (end !== null && now >= end) return "expired";
  return off ? "disabled" : "works";
}

/** The response to a step, and its effect on the keys: the simplest model of a key's life. */
export function expectedStatus(step: Step, key: ModelKey, now: number): number {
  if (step.do === "selfRevoke" || step.do === "revoke") return 200;
  if (key.dead) return 409;
  if (step.do === "expire") return key.heir === null ? 200 : 422;
  if (step.do === "rotate") return key.heir !== null || verdict(key, now) === "expired" ? 409 : 201;
  return 200;
}

export function apply(step: Step, key: ModelKey, { now, heir }: { now: number; heir: string | null }): void {
  if (step.do === "revoke" || step.do === "selfRevoke") key.dead = true;
  if (step.do === "rename") key.name = `${key.name}+`;
  if (step.do === "disable") key.off = true;
  if (step.do === "enable") key.off = false;
  if (step.do === "expire") key.end = step.in === null ? null : now + step.in;
  if (step.do !== "rotate") return;
  key.heir = heir;
  key.dead = step.hours === 0;
  const end = now + step.hours * HOUR_MS;
  if (step.hours > 0) key.end = key.end === null ? end : Math.min(key.end, end);
}
