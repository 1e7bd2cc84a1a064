import Bell from "lucide-react/icons/bell";
import BellOff from "lucide-react/icons/bell-off";
import Check from "lucide-react/icons/check";
import CircleCheck from "lucide-react/icons/circle-check";
import { type Action, Subject } from "#app/features/operator/action-dialog.tsx";
import { operatorMessages } from "#app/features/operator/messages.ts";
import { fromOperatorApi, operatorApi } from "#app/features/operator/operator-api.ts";
import { formatCount } from "#app/lib/format.ts";
import type { AlertRuleItem, FiringAlert, MuteHours } from "#core/contract/operator-alerts.ts";
import { HOUR_MS } from "#core/domain/time.ts";
import { momentText } from "./alerts-view.ts";

const { acknowledged, closed, noteHint } = operatorMessages.alerts;
const { reasonHint } = operatorMessages;

export const acknowledgeAlert = ({ id, title }: FiringAlert): Action => ({
  icon: Check,
  title: "Acknowledge this alert?",
  consequence: (
    <>
      <Subject>{title}</Subject> stays listed with your name, but no longer counts as work to do.
    </>
  ),
  button: { label: "Acknowledge", busyLabel: "Acknowledging…" },
  note: { label: "Note (optional)", hint: noteHint, optional: true },
  async send({ reason: note }) {
    const request = { param: { alert: String(id) }, json: { ...(note && { note }) } };
    await fromOperatorApi(operatorApi.alerts[":alert"].acknowledge.$post(request));
    return { title: acknowledged, description: title };
  },
});

export const closeAlert = ({ id, title }: FiringAlert): Action => ({
  icon: CircleCheck,
  title: "Close this alert?",
  consequence: (
    <>
      <Subject>{title}</Subject> moves to the history, and whoever was notified of it is notified that it is
      over. It fires again if something new is found, or if it ends and comes back.
    </>
  ),
  button: { label: "Close alert", busyLabel: "Closing…" },
  note: { hint: noteHint },
  async send({ reason: note }) {
    const request = { param: { alert: String(id) }, json: { note } };
    await fromOperatorApi(operatorApi.alerts[":alert"].close.$post(request));
    return { title: closed, description: title };
  },
});

type Rule = Pick<AlertRuleItem, "name" | "title">;

export function muteRule({ name, title }: Rule, hours: MuteHours, now: number): Action {
  const duration = formatCount(hours, "hour");
  return {
    icon: BellOff,
    title: `Mute this alert for ${duration}?`,
    consequence: (
      <>
        <Subject>{title}</Subject> is still checked and listed, but new alerts send no notices until{" "}
        {momentText(new Date(now + hours * HOUR_MS).toISOString(), now)}. Those that still fire then are sent.
      </>
    ),
    button: { label: `Mute for ${duration}`, busyLabel: "Muting…" },
    reasonHint,
    async send({ reason }) {
      const request = { param: { rule: name }, json: { hours, reason } };
      await fromOperatorApi(operatorApi.alerts.rules[":rule"].mute.$put(request));
      return { title: `Muted for ${duration}`, description: title };
    },
  };
}

export const unmuteRule = ({ name, title }: Rule): Action => ({
  icon: Bell,
  title: "Unmute this alert?",
  consequence: (
    <>
      <Subject>{title}</Subject> sends notices again. If it fires now, they go out within a minute.
    </>
  ),
  button: { label: "Unmute", busyLabel: "Unmuting…" },
  reasonHint,
  async send({ reason }) {
    const request = { param: { rule: name }, json: { reason } };
    await fromOperatorApi(operatorApi.alerts.rules[":rule"].mute.$delete(request));
    return { title: "Unmuted", description: title };
  },
});
