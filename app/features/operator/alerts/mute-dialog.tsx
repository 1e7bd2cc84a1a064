import Bell from "lucide-react/icons/bell";
import BellOff from "lucide-react/icons/bell-off";
import { useState } from "react";
import { Dialog, DialogContent } from "#app/components/ui/dialog.tsx";
import { ReasonField, reasonProblem } from "#app/features/operator/action-fields.tsx";
import { ActionForm } from "#app/features/operator/action-form.tsx";
import { operatorMessages } from "#app/features/operator/messages.ts";
import { fromOperatorApi, operatorApi } from "#app/features/operator/operator-api.ts";
import { formatCount } from "#app/lib/format.ts";
import type { MuteHours } from "#core/contract/operator-alerts.ts";
import { HOUR_MS } from "#core/domain/time.ts";
import { type MutableRule, type MuteChoice, momentText } from "./alerts-view.ts";
import type { PageDialog } from "./page-dialog.ts";

export interface MuteRequest {
  rule: MutableRule;
  choice: MuteChoice;
  opener: HTMLElement;
}

export type OpenMuteDialog = (request: MuteRequest) => void;

type MuteDialogProps = PageDialog<MuteRequest> & { now: number };

export function MuteDialog({ request, isOpen, setOpen, restoreFocus, now }: MuteDialogProps) {
  const done = () => setOpen(false);
  return (
    <Dialog open={isOpen} onOpenChange={setOpen}>
      <DialogContent onCloseAutoFocus={restoreFocus}>
        {request &&
          (request.choice === "end" ? (
            <UnmuteForm rule={request.rule} onDone={done} />
          ) : (
            <MuteForm rule={request.rule} hours={request.choice} now={now} onDone={done} />
          ))}
      </DialogContent>
    </Dialog>
  );
}

interface FormProps {
  rule: MutableRule;
  onDone: () => void;
}

function MuteForm({ rule, hours, now, onDone }: FormProps & { hours: MuteHours; now: number }) {
  const [draft, setDraft] = useState({ reason: "" });
  async function send() {
    const json = { hours, reason: draft.reason.trim() };
    await fromOperatorApi(operatorApi.alerts.rules[":rule"].mute.$put({ param: { rule: rule.name }, json }));
    return { title: `Muted for ${formatCount(hours, "hour")}`, description: rule.title };
  }
  return (
    <ActionForm
      icon={BellOff}
      tone="neutral"
      title={`Mute this alert for ${formatCount(hours, "hour")}?`}
      description={
        <>
          <RuleTitle rule={rule} /> is still checked and listed, but new alerts send no notices until{" "}
          {momentText(new Date(now + hours * HOUR_MS).toISOString(), now)}. Those that still fire then are
          sent.
        </>
      }
      action={{ label: `Mute for ${formatCount(hours, "hour")}`, busyLabel: "Muting…" }}
      draft={draft}
      problems={{ reason: reasonProblem(draft.reason), hours: null }}
      send={send}
      onDone={onDone}
    >
      {(errorOf) => (
        <ReasonField
          reason={draft.reason}
          error={errorOf("reason")}
          hint={operatorMessages.alerts.reasonHint}
          onChange={(reason) => setDraft({ reason })}
        />
      )}
    </ActionForm>
  );
}

function UnmuteForm({ rule, onDone }: FormProps) {
  const [draft, setDraft] = useState({ reason: "" });
  async function send() {
    const json = { reason: draft.reason.trim() };
    await fromOperatorApi(
      operatorApi.alerts.rules[":rule"].mute.$delete({ param: { rule: rule.name }, json }),
    );
    return { title: "Unmuted", description: rule.title };
  }
  return (
    <ActionForm
      icon={Bell}
      tone="neutral"
      title="Unmute this alert?"
      description={
        <>
          <RuleTitle rule={rule} /> sends notices again. If it fires now, they go out within a minute.
        </>
      }
      action={{ label: "Unmute", busyLabel: "Unmuting…" }}
      draft={draft}
      problems={{ reason: reasonProblem(draft.reason) }}
      send={send}
      onDone={onDone}
    >
      {(errorOf) => (
        <ReasonField
          reason={draft.reason}
          error={errorOf("reason")}
          hint={operatorMessages.alerts.reasonHint}
          onChange={(reason) => setDraft({ reason })}
        />
      )}
    </ActionForm>
  );
}

const RuleTitle = ({ rule }: Pick<FormProps, "rule">) => (
  <strong className="font-medium text-ink">{rule.title}</strong>
);
