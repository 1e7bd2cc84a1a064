import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { DialogForm } from "#app/components/dialog-form.tsx";
import { Alert } from "#app/components/ui/alert.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { api, unwrap } from "#app/lib/api-client.ts";
import { ApiError } from "#app/lib/api-error.ts";
import { cn } from "#app/lib/class-names.ts";
import { formatCount } from "#app/lib/format.ts";
import { useForm } from "#app/lib/use-form.ts";
import { useSettled } from "#app/lib/use-settled.ts";
import type { ApiKey } from "#core/contract/keys.ts";
import type { RestrictionsInput, RestrictionTrialResponse } from "#core/contract/restrictions.ts";
import { RESTRICTION_NAMES } from "#core/domain/gateway/restrictions/table.ts";
import { isOffered } from "#core/domain/key-parts.ts";
import { changeFailure, useChangeKey } from "./change-key.ts";
import { keyMessages, restrictionMessages } from "./messages.ts";
import { RestrictionFields } from "./restriction-fields.tsx";
import {
  draftOf,
  isRestricting,
  type RestrictionsDraft,
  reasonCount,
  restrictionProblems,
  restrictionsOf,
  TYPED,
  TYPED_NAMES,
  trialReasons,
} from "./restrictions-view.ts";

/** Shows at its field what the API refuses about the input. */
export function refusedRestriction(error: unknown): keyof RestrictionsDraft | null {
  if (!(error instanceof ApiError) || error.status !== 422) return null;
  const [name] = (error.field ?? "").split(".");
  return RESTRICTION_NAMES.find((field) => field === name) ?? null;
}

/** The API refuses a change of what the key doesn't offer, even to the same. */
function changesOf(apiKey: ApiKey, draft: RestrictionsDraft): RestrictionsInput {
  const { allowed_origins, ...others } = restrictionsOf(draft);
  return isOffered(apiKey, "allowed_origins") ? { ...others, allowed_origins } : others;
}

export function KeyRestrictionsForm({ apiKey, onDone }: { apiKey: ApiKey; onDone: () => void }) {
  const change = useChangeKey(apiKey);
  const form = useForm({
    initial: () => draftOf(apiKey),
    check: restrictionProblems,
    send: (draft) => change(changesOf(apiKey, draft)),
    fields: refusedRestriction,
    notice: (_, draft) => ({
      ...keyMessages.restrictionsSet,
      description: isRestricting(draft)
        ? `Requests with “${apiKey.name}” that they don’t allow are refused from now on.`
        : `“${apiKey.name}” has no restrictions.`,
    }),
    onSent: onDone,
    failureNotice: changeFailure,
  });
  return (
    <DialogForm
      form={form}
      title="Restrictions"
      description={`“${apiKey.name}” can only be used this way. Other requests are refused, not charged.`}
      action={{ label: "Save restrictions", busyLabel: "Saving…" }}
    >
      <RestrictionFields form={form} apiKey={apiKey} />
      <Trial apiKey={apiKey} draft={form.draft} />
    </DialogForm>
  );
}

/** Refusals that the draft would have caused in the last seven days; empty while there are none. */
function Trial({ apiKey: { id }, draft }: { apiKey: ApiKey; draft: RestrictionsDraft }) {
  const problems = Object.values(restrictionProblems(draft)).some((problem) => problem !== null);
  const wanted = JSON.stringify(restrictionsOf(draft));
  const settled = useSettled(wanted, false);
  const { data, error, refetch, isFetching, isPlaceholderData } = useQuery({
    queryKey: ["restrictionTrial", id, settled],
    queryFn: ({ signal }) => {
      const json: RestrictionsInput = JSON.parse(settled);
      return unwrap(
        api.api.keys[":id"].restrictions.trial.$post({ param: { id }, json }, { init: { signal } }),
      );
    },
    enabled: !problems,
    placeholderData: keepPreviousData,
    gcTime: 0,
  });
  if (problems) return null;
  if (error !== null && data === undefined)
    return (
      <p role="alert" className="mt-4 text-small text-ink-2">
        {restrictionMessages.trialFailed}{" "}
        <Button variant="link" onClick={() => void refetch()}>
          Try Again
        </Button>
      </p>
    );
  const stale = settled !== wanted || isPlaceholderData || isFetching;
  return (
    <>
      {data !== undefined && data.refused_requests > 0 && (
        <Alert
          tone="warning"
          aria-busy={stale}
          className={cn("mt-4 transition-opacity", stale && "opacity-60")}
        >
          <TrialText trial={data} />
        </Alert>
      )}
      {TYPED_NAMES.map(
        (name) =>
          draft[name].trim() !== "" &&
          TYPED[name].untried && (
            <p key={name} className="mt-3 text-caption text-ink-3">
              {TYPED[name].untried}
            </p>
          ),
      )}
    </>
  );
}

function TrialText({ trial }: { trial: RestrictionTrialResponse }) {
  const { reasons, others } = trialReasons(trial);
  return (
    <>
      <strong className="font-medium">
        {formatCount(trial.refused_requests, "request")} in the last 7 days
      </strong>{" "}
      would have been refused:{" "}
      {reasons.map((reason, index) => (
        <span key={reason.name ?? reason.verb}>
          {index > 0 && ", "}
          {reasonCount(reason, trial)} {reason.verb}
          {reason.name !== undefined && (
            <>
              {" "}
              <span translate="no" className="font-mono text-mono wrap-anywhere">
                {reason.name}
              </span>
            </>
          )}
        </span>
      ))}
      {others > 0 && `, and ${formatCount(others, "other")}`}.
    </>
  );
}
