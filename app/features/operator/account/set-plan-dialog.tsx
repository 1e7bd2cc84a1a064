import BadgeCheck from "lucide-react/icons/badge-check";
import { AmountField } from "#app/components/amount-field.tsx";
import { Description } from "#app/components/description-list.tsx";
import { TextField } from "#app/components/text-field.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { SegmentedChoice } from "#app/components/ui/segmented.tsx";
import {
  type Action,
  ActionDialog,
  type ActionFields,
  Facts,
  Subject,
} from "#app/features/operator/action-dialog.tsx";
import { fromOperatorApi, operatorApi } from "#app/features/operator/operator-api.ts";
import { useChangeProps } from "#app/features/operator/own-account.ts";
import { PLAN_LABELS } from "#app/features/operator/texts.ts";
import type { OperatorAccountResponse } from "#core/contract/operator.ts";
import {
  type PlanDraft,
  planDraftOf,
  planProblems,
  planRequestOf,
  planUntilText,
  planUseText,
} from "./plan-view.ts";

export const SetPlanDialog = ({ account }: { account: OperatorAccountResponse }) => (
  <ActionDialog
    action={setPlan(account)}
    trigger={<Button {...useChangeProps(account.id)}>Set plan</Button>}
  />
);

const setPlan = (account: OperatorAccountResponse): Action<PlanDraft> => ({
  icon: BadgeCheck,
  title: "Set plan",
  consequence: (
    <>
      Replaces the plan of <Subject>{account.email}</Subject> immediately. Nothing is charged.
    </>
  ),
  button: ({ plan }) => ({ label: `Set to ${plan}`, busyLabel: "Saving…" }),
  facts: (
    <Facts>
      <Description label="Plan now">{account.plan}</Description>
      <Description label="Valid until">{planUntilText(account)}</Description>
      <Description label="Used">{planUseText(account)}</Description>
    </Facts>
  ),
  own: {
    initial: planDraftOf(account),
    check: (draft) => planProblems(draft, Date.now()),
    show: ({ draft, edit, errorOf }) => (
      <>
        <SegmentedChoice
          aria-label="Plan"
          value={draft.plan}
          choices={PLAN_LABELS}
          onChoose={(plan) => edit({ plan })}
          className="mt-5 flex *:flex-1"
        />
        {draft.plan !== "Free" && <PlanTerms draft={draft} edit={edit} errorOf={errorOf} />}
      </>
    ),
  },
  async send({ reason, ...draft }) {
    const request = { param: { id: String(account.id) }, json: { ...planRequestOf(draft), reason } };
    await fromOperatorApi(operatorApi.accounts[":id"].plan.$put(request));
    return { title: `Plan set to ${draft.plan}`, description: account.email };
  },
});

/** Business may have no end and no limit. */
function PlanTerms({ draft, errorOf, edit }: ActionFields<PlanDraft>) {
  const optional = draft.plan === "Business";
  return (
    <div className="mt-4 grid gap-4">
      <TextField
        label="Last day"
        hint={optional ? "UTC. Leave it empty for no end." : "UTC"}
        error={errorOf("valid_until")}
        size="lg"
        type="date"
        name="valid_until"
        value={draft.valid_until}
        onChange={(value) => edit({ valid_until: value })}
      />
      <TextField
        label="Requests per month"
        hint={optional && "Leave it empty for no limit."}
        error={errorOf("requests_per_month")}
        size="lg"
        name="requests_per_month"
        inputMode="numeric"
        value={draft.requests_per_month}
        onChange={(value) => edit({ requests_per_month: value })}
      />
      <AmountField
        name="value_per_month"
        label="Monthly plan allowance"
        hint="Leave it empty for the plan’s usual amount."
        amount={draft.value_per_month}
        error={errorOf("value_per_month")}
        onChange={(value) => edit({ value_per_month: value })}
      />
    </div>
  );
}
