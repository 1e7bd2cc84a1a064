import BadgeCheck from "lucide-react/icons/badge-check";
import { useState } from "react";
import { AmountField } from "#app/components/amount-field.tsx";
import { ConfirmDialog } from "#app/components/confirm-dialog.tsx";
import { Description, DescriptionList } from "#app/components/description-list.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { Field } from "#app/components/ui/field.tsx";
import { Input } from "#app/components/ui/input.tsx";
import { Segmented, SegmentedItem } from "#app/components/ui/segmented.tsx";
import { ReasonField } from "#app/features/operator/action-fields.tsx";
import { ActionForm, type ErrorOf } from "#app/features/operator/action-form.tsx";
import { fromOperatorApi, operatorApi } from "#app/features/operator/operator-api.ts";
import { useChangeProps } from "#app/features/operator/own-account.ts";
import { oneOf } from "#app/features/operator/url-state.ts";
import type { OperatorAccountResponse } from "#core/contract/operator.ts";
import { PLANS } from "#core/domain/plans.ts";
import {
  type PlanDraft,
  planDraftOf,
  planProblems,
  planRequestOf,
  planUntilText,
  planUseText,
} from "./plan-view.ts";

type AccountProps = { account: OperatorAccountResponse };

export const SetPlanDialog = ({ account }: AccountProps) => (
  <ConfirmDialog trigger={<Button {...useChangeProps(account.id)}>Set plan</Button>}>
    {(done) => <SetPlanForm account={account} onDone={done} />}
  </ConfirmDialog>
);

function SetPlanForm({ account, onDone }: AccountProps & { onDone: () => void }) {
  const [draft, setDraft] = useState(() => planDraftOf(account));
  const edit = (changes: Partial<PlanDraft>) => setDraft((before) => ({ ...before, ...changes }));
  async function send() {
    const param = { id: String(account.id) };
    await fromOperatorApi(operatorApi.accounts[":id"].plan.$put({ param, json: planRequestOf(draft) }));
    return { title: `Plan set to ${draft.plan}`, description: account.email };
  }
  return (
    <ActionForm
      icon={BadgeCheck}
      tone="neutral"
      title="Set plan"
      description={
        <>
          Replaces the plan of <strong className="font-medium text-ink">{account.email}</strong> right away,
          and charges nothing.
        </>
      }
      action={{ label: `Set to ${draft.plan}`, busyLabel: "Saving…" }}
      draft={draft}
      problems={planProblems(draft, Date.now())}
      send={send}
      onDone={onDone}
    >
      {(errorOf) => (
        <>
          <DescriptionList className="mt-5 rounded-control border px-4">
            <Description label="Plan now">{account.plan}</Description>
            <Description label="Valid until">{planUntilText(account)}</Description>
            <Description label="Used">{planUseText(account)}</Description>
          </DescriptionList>
          <Segmented
            aria-label="Plan"
            value={draft.plan}
            onValueChange={(value) => {
              const plan = oneOf(PLANS, value);
              if (plan) edit({ plan });
            }}
            className="mt-5 flex *:flex-1"
          >
            {PLANS.map((plan) => (
              <SegmentedItem key={plan} value={plan}>
                {plan}
              </SegmentedItem>
            ))}
          </Segmented>
          {draft.plan !== "Free" && <PlanTerms draft={draft} errorOf={errorOf} onEdit={edit} />}
          <ReasonField
            reason={draft.reason}
            error={errorOf("reason")}
            onChange={(reason) => edit({ reason })}
          />
        </>
      )}
    </ActionForm>
  );
}

interface PlanTermsProps {
  draft: PlanDraft;
  errorOf: ErrorOf<keyof ReturnType<typeof planProblems>>;
  onEdit: (changes: Partial<PlanDraft>) => void;
}

/** Business may have no end and no limit. */
function PlanTerms({ draft, errorOf, onEdit }: PlanTermsProps) {
  const optional = draft.plan === "Business";
  return (
    <div className="mt-4 grid gap-4">
      <Field
        label="Last day"
        hint={optional ? "UTC. Leave it empty for no end." : "UTC"}
        error={errorOf("valid_until")}
      >
        <Input
          size="lg"
          type="date"
          name="valid_until"
          value={draft.validUntil}
          onChange={(event) => onEdit({ validUntil: event.currentTarget.value })}
        />
      </Field>
      <Field
        label="Requests per month"
        hint={optional && "Leave it empty for no limit."}
        error={errorOf("requests_per_month")}
      >
        <Input
          size="lg"
          name="requests_per_month"
          inputMode="numeric"
          autoComplete="off"
          value={draft.requests}
          onChange={(event) => onEdit({ requests: event.currentTarget.value })}
        />
      </Field>
      <AmountField
        name="value_per_month"
        label="Most that the plan pays per month"
        hint="Leave it empty for the plan’s usual amount."
        amount={draft.value}
        errorOf={() => errorOf("value_per_month")}
        onChange={(value) => onEdit({ value })}
      />
    </div>
  );
}
