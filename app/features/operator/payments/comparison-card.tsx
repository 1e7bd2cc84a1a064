import { Link } from "@remix-run/react";
import { useQuery } from "@tanstack/react-query";
import CircleCheck from "lucide-react/icons/circle-check";
import RefreshCw from "lucide-react/icons/refresh-cw";
import TriangleAlert from "lucide-react/icons/triangle-exclamation-point";
import { QueryState } from "#app/components/query-state.tsx";
import { Badge } from "#app/components/ui/badge.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { Card, CardFooter, CardTitle } from "#app/components/ui/card.tsx";
import { Skeleton } from "#app/components/ui/skeleton.tsx";
import { type Action, ActionDialog } from "#app/features/operator/action-dialog.tsx";
import { operatorMessages } from "#app/features/operator/messages.ts";
import { fromOperatorApi, operatorApi } from "#app/features/operator/operator-api.ts";
import { useChangeProps } from "#app/features/operator/own-account.ts";
import { accountText } from "#app/features/operator/texts.ts";
import { formatFullMoment, formatNumber } from "#app/lib/format.ts";
import { paths } from "#app/lib/paths.ts";
import type { ComparisonResponse } from "#core/contract/operator-payments.ts";
import { paymentTexts as TEXTS } from "./messages.ts";
import { comparisonQuery } from "./payments-queries.ts";
import { errorText, stageText } from "./payments-view.ts";

type Last = NonNullable<ComparisonResponse["last"]>;

/** Orders and ledger beside what Stripe has. */
export function ComparisonCard() {
  const query = useQuery(comparisonQuery);
  const { data } = query;
  return (
    <Card tabIndex={-1} className="overflow-hidden outline-none">
      <header className="flex flex-wrap items-center justify-between gap-3 px-5 py-4 max-lg:px-4">
        <div className="min-w-0">
          <CardTitle>{TEXTS.comparison}</CardTitle>
          <p className="mt-0.5 text-caption text-ink-3 tabular-nums">{data ? summaryText(data) : " "}</p>
        </div>
        <div className="flex items-center gap-3">
          {data?.last && <Discrepancies {...data.last} />}
          <RunNow />
        </div>
      </header>
      <QueryState
        query={query}
        loading={TEXTS.comparisonLoading}
        skeleton={
          <div className="border-t px-5 py-4">
            <Skeleton className="h-16 w-full" />
          </div>
        }
        failed={{ title: TEXTS.comparisonFailed, className: "border-t" }}
      >
        {(comparison) => <Found {...comparison} />}
      </QueryState>
    </Card>
  );
}

function summaryText({ stage, last }: ComparisonResponse): string {
  if (stage !== null) return stageText(stage);
  if (last === null) return TEXTS.neverCompared;
  return `Runs once a day · last run ${formatFullMoment(last.finished_at)}`;
}

const Discrepancies = ({ problem_count: count, closed }: Last) =>
  count === 0 ? (
    <Badge tone="success">
      <CircleCheck aria-hidden="true" />
      {closed === 0 ? "No discrepancies" : "No open discrepancies"}
    </Badge>
  ) : (
    <Badge tone="danger">
      <TriangleAlert aria-hidden="true" />
      {formatNumber(count)} {count === 1 ? "discrepancy" : "discrepancies"}
    </Badge>
  );

const RunNow = () => (
  <ActionDialog
    action={COMPARE_NOW}
    trigger={
      <Button>
        <RefreshCw aria-hidden="true" />
        Run now
      </Button>
    }
  />
);

const COMPARE_NOW: Action = {
  icon: RefreshCw,
  title: "Compare with Stripe now?",
  consequence:
    "Compares charges, refunds, disputes and orders of the last days with Stripe, and repairs what an event would have. The last 15 minutes are left to the webhook.",
  button: { label: "Run now", busyLabel: "Comparing…" },
  reasonHint: operatorMessages.reasonHint,
  async send({ reason }) {
    const { stage } = await fromOperatorApi(operatorApi.payments.comparison.$post({ json: { reason } }));
    return stage === null
      ? { title: "Comparison finished", description: "Payments were compared with Stripe." }
      : { title: "Comparison started", description: "It continues every minute." };
  },
};

function Found({ last }: ComparisonResponse) {
  if (last === null) return null;
  return (
    <>
      <dl className="grid grid-cols-3 divide-x border-t bg-canvas max-sm:grid-cols-1 max-sm:divide-x-0 max-sm:divide-y">
        <Figure label="Compared" count={last.compared}>
          Charges, refunds, disputes and orders
        </Figure>
        <Figure label="Repaired" count={last.repairs}>
          {last.repaired.length === 0 ? "Nothing was missing" : last.repaired.join(", ")}
        </Figure>
        <Figure label="To check" count={last.problem_count}>
          {toCheckText(last)}
        </Figure>
      </dl>
      {last.problems.length > 0 && (
        <ul className="divide-y border-t">
          {last.problems.map((problem) => (
            <Problem key={`${problem.subject} ${problem.code}`} {...problem} />
          ))}
        </ul>
      )}
      {last.problems.length < last.problem_count && <CardFooter>{moreText(last)}</CardFooter>}
    </>
  );
}

function moreText({ problems, problem_count }: Last): string {
  if (problems.length === 0) return "The next comparison lists the others.";
  const shown = `Showing ${formatNumber(problems.length)} of ${formatNumber(problem_count)}.`;
  return `${shown} The next comparison lists more once these are resolved or closed.`;
}

function toCheckText({ problem_count, closed }: Last): string {
  const text = problem_count === 0 ? "Orders and ledger match Stripe" : "See below and the runbook";
  if (closed === 0) return text;
  const others = `${formatNumber(closed)} closed by an operator`;
  return problem_count === 0 ? others : `${text} · ${others}`;
}

const Figure = ({ label, count, children }: { label: string; count: number; children: string }) => (
  <div className="min-w-0 px-5 py-3.5 max-lg:px-4">
    <dt className="text-caption text-ink-3">{label}</dt>
    <dd className="mt-1 text-lead font-medium tabular-nums">{formatNumber(count)}</dd>
    <dd className="mt-0.5 text-caption text-ink-3 wrap-anywhere">{children}</dd>
  </div>
);

const Problem = ({ subject, code, account }: Last["problems"][number]) => (
  <li className="flex flex-wrap items-center gap-x-4 gap-y-1 px-5 py-3 text-small max-lg:px-4">
    <Badge tone="danger">{errorText(code)}</Badge>
    <span className="font-mono text-caption text-ink-2 wrap-anywhere">{subject}</span>
    {account && (
      <Link
        to={paths.operatorAccount(account.id)}
        className="rounded-tag text-accent-ink underline-offset-4 wrap-anywhere hover:underline"
      >
        {accountText(account.email)}
      </Link>
    )}
    <CloseButton subject={subject} code={code} account={account} />
  </li>
);

const CloseButton = ({ subject, code, account }: Last["problems"][number]) => (
  <ActionDialog
    action={closeDifference(subject, code)}
    trigger={
      <Button
        variant="ghost"
        size="sm"
        className="-my-1.5 -mr-3 ml-auto"
        aria-label={`Close ${errorText(code)} ${subject}`}
        {...useChangeProps(account?.id)}
      >
        Close
      </Button>
    }
  />
);

const closeDifference = (subject: string, code: string): Action => ({
  icon: CircleCheck,
  title: "Close this difference?",
  consequence: (
    <>
      “{errorText(code)}” for <span className="font-mono text-small">{subject}</span> is no longer reported.
      Any other difference of the same payment still is.
    </>
  ),
  button: { label: "Close difference", busyLabel: "Closing…" },
  note: { hint: operatorMessages.noteHint },
  async send({ reason: note }) {
    await fromOperatorApi(operatorApi.payments.comparison.close.$post({ json: { subject, code, note } }));
    return { title: "Difference closed", description: subject };
  },
});
