import type {
  AlertDestination,
  AlertRuleItem,
  FiringAlert,
  OperatorAlertsResponse,
} from "#core/contract/operator-alerts.ts";
import { ALERTS, type AlertName, isAlertName } from "#core/domain/alerts.ts";
import { isCronLate } from "#core/domain/cron.ts";
import { isoTime, isoTimeOrNull } from "#core/domain/time.ts";
import type { ServiceContext } from "#core/services/context.ts";
import {
  type FiringAlertRow,
  readFiringAlerts,
  readTargetStates,
  type TargetState,
} from "#core/storage/alert-history.ts";
import { readMutes } from "#core/storage/alert-mutes.ts";
import { type AlertSettings, readAlertSettings } from "#core/storage/alert-settings.ts";
import { readCronSteps } from "#core/storage/health.ts";
import { together } from "#core/storage/read.ts";
import { alertItem } from "./alert-history.ts";
import { anchorOf, WEBHOOK } from "./send-alert-notices.ts";

const FIRING_MAX = 100;

interface State {
  firing: FiringAlertRow[];
  mutes: ReadonlyMap<string, number>;
  runbook: string | null;
}

/** What fires now, every rule, and where notices go: as the cron's last run left it. */
export async function getAlertsPage({ db, clock }: ServiceContext): Promise<OperatorAlertsResponse> {
  const now = clock.now();
  const [firing, mutes, settings, states, steps] = await together(db, [
    readFiringAlerts(db, FIRING_MAX),
    readMutes(db, now),
    readAlertSettings(db),
    readTargetStates(db),
    readCronSteps(db),
  ]);
  const { targets, runbook } = settings ?? { targets: [], runbook: null };
  const checkedAt = steps.find(({ name }) => name === "alerts")?.succeededAt ?? null;
  const state = { firing, mutes, runbook };
  return {
    checked_at: isoTimeOrNull(checkedAt),
    late: isCronLate(checkedAt, now),
    firing: firing.map((row) => firingItem(row, state)),
    rules: Object.keys(ALERTS)
      .filter(isAlertName)
      .map((name) => ruleItem(name, state)),
    destinations: targets.map((target) => destinationItem(target, states)),
  };
}

const sectionOf = (runbook: string | null, title: string) =>
  runbook === null ? null : `${runbook}#${anchorOf(title)}`;

function firingItem(row: FiringAlertRow, { mutes, runbook }: State): FiringAlert {
  const item = alertItem(row);
  const sent = row.notices.map(({ sentAt }) => sentAt);
  const kinds = row.notices.map(({ target }) => (target === WEBHOOK ? "webhook" : "email"));
  return {
    ...item,
    notified_at: sent.length === 0 ? null : isoTime(Math.min(...sent)),
    notified_by: [...new Set(kinds)].sort(),
    muted_until: isoTimeOrNull(mutes.get(row.name) ?? null),
    runbook: sectionOf(runbook, item.title),
  };
}

function ruleItem(name: AlertName, { firing, mutes, runbook }: State): AlertRuleItem {
  const { title, severity, checks } = ALERTS[name];
  const mutedUntil = mutes.get(name) ?? null;
  const count = firing.filter((row) => row.name === name).length;
  return {
    name,
    title,
    severity,
    checks,
    firing: count,
    state: mutedUntil !== null ? "muted" : count > 0 ? "firing" : "ok",
    muted_until: isoTimeOrNull(mutedUntil),
    runbook: sectionOf(runbook, title),
  };
}

function destinationItem(
  { target, kind, name }: AlertSettings["targets"][number],
  states: readonly TargetState[],
): AlertDestination {
  const { sentAt = null, attempts, error, dueAt } = states.find((state) => state.target === target) ?? {};
  const isFailing = attempts != null && error != null && dueAt != null;
  return {
    kind,
    name,
    last_sent_at: isoTimeOrNull(sentAt),
    failing: isFailing ? { error, attempts, next_at: isoTime(dueAt) } : null,
  };
}
