import { spanOf } from "./verdicts.ts";
import type { Exchange, Violation, World } from "./world.ts";

const SHOWN = 8;
const KIND_MAX = 120;
const TEXT_MAX = 600;

/** What went wrong, with all that is known of it. @throws Error unless nothing did. */
export function throwViolations(world: World): void {
  const { violations, seed } = world;
  if (violations.length === 0) return;
  const shown = violations.slice(0, SHOWN).map((violation) => describe(world, violation));
  const repeat = `Repeat it with SIMULATION_SEED=${seed}.`;
  const kinds = Map.groupBy(violations, ({ problem }) => problem.replace(/\d+/g, "…").slice(0, KIND_MAX));
  const counts = [...kinds].map(([kind, { length }]) => `${length} × ${kind}`);
  throw new Error([`${violations.length} violations. ${repeat}`, counts.join("\n"), ...shown].join("\n\n"));
}

function describe(world: World, { exchange, problem, row }: Violation): string {
  if (exchange === null) return problem;
  const { plan, seen, account, key } = exchange;
  const [from, to] = [seen?.startedAt ?? 0, seen?.endedAt ?? 0];
  const span = spanOf(exchange, world);
  const facts = {
    clock: world.clock
      .shown(span.from, span.to)
      .map((span) => [span.from, span.to].map((at) => new Date(at).toISOString())),
    disturbed: world.disturbances
      .filter((each) => each.from <= to + 1_000 && each.to >= from)
      .map(({ kind }) => kind),
    faults: world.faults.happened.filter((at) => at >= from - 1_000 && at <= to),
    row,
    seen: seen && { ...seen, text: seen.text.slice(0, TEXT_MAX), headers: undefined },
    served: servedFor(world, plan.number),
    sent: sentBy(exchange),
  };
  const lines = Object.entries(facts).map(([name, value]) => `  ${name}: ${JSON.stringify(value)}`);
  return [`Exchange ${plan.number} of ${account.name}, key ${key.id}: ${problem}`, ...lines].join("\n");
}

function servedFor({ provider }: World, number: number) {
  const served = provider.served.get(number);
  return served && { ...served, bodies: served.bodies.map((body) => body.slice(0, TEXT_MAX)) };
}

function sentBy({ plan }: Exchange) {
  if (plan.kind !== "model") return plan;
  const { script, leave, burst } = plan;
  const [sent, forwarded] = [plan.request.body, plan.request.forwarded].map((text) =>
    text.slice(0, TEXT_MAX),
  );
  const request = { ...plan.request, body: sent, forwarded };
  const { parts, body, ...others } = script;
  return {
    leave,
    burst,
    request,
    script: { ...others, parts: parts.length, body: body.toString().slice(0, TEXT_MAX) },
  };
}
