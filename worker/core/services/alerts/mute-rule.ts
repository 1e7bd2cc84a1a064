import type { MuteResponse } from "#core/contract/operator-alerts.ts";
import { ALERTS, type AlertName, isAlertName, type MuteHours } from "#core/domain/alerts.ts";
import { notFound } from "#core/domain/errors.ts";
import { HOUR_MS, isoTime } from "#core/domain/time.ts";
import type { OperatorContext } from "#core/services/context.ts";
import { operatorEntry, requiredReason } from "#core/services/operator/operator-entry.ts";
import { endMute, storeMute } from "#core/storage/alert-mutes.ts";

/**
 * Until the mute ends, no alert of the rule is announced. It is still evaluated, and announced afterwards if it still
 * fires. The recovery of an alert that was announced before is sent. A further mute replaces the one before.
 * @throws DomainError `not_found` for an unknown rule; `invalid_request` naming the field.
 */
export async function muteRule(
  ctx: OperatorContext,
  input: { rule: string; hours: MuteHours; reason: string },
): Promise<MuteResponse> {
  const { name, title } = ruleOf(input.rule);
  const reason = requiredReason(input.reason);
  const until = ctx.clock.now() + input.hours * HOUR_MS;
  const detail = { rule: name, title, until: isoTime(until) };
  const log = operatorEntry(ctx, "alert.muted", { accountId: null, reason, detail });
  await storeMute(ctx.db, { name, until }, log);
  return { muted_until: isoTime(until) };
}

/** Ends a mute before its time. Without one nothing is recorded. @throws DomainError like `muteRule`. */
export async function unmuteRule(
  ctx: OperatorContext,
  input: { rule: string; reason: string },
): Promise<MuteResponse> {
  const { name, title } = ruleOf(input.rule);
  const reason = requiredReason(input.reason);
  const log = operatorEntry(ctx, "alert.unmuted", { accountId: null, reason, detail: { rule: name, title } });
  await endMute(ctx.db, name, log);
  return { muted_until: null };
}

function ruleOf(name: string): { name: AlertName; title: string } {
  if (!isAlertName(name)) throw notFound(`Alert rule ${name.slice(0, 40)}`);
  return { name, title: ALERTS[name].title };
}
