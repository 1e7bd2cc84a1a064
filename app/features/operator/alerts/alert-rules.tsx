import { DataTable } from "#app/components/data-table.tsx";
import type { TableSpec } from "#app/components/table-spec.ts";
import { Card, CardFooter, CardTitle } from "#app/components/ui/card.tsx";
import { SEVERITY_LABELS } from "#app/features/operator/texts.ts";
import type { AlertRuleItem } from "#core/contract/operator-alerts.ts";
import { RuleState } from "./alert-badges.tsx";
import { momentText, rulesText } from "./alerts-view.ts";
import { MuteMenu } from "./mute-menu.tsx";
import type { OpenAction } from "./page-dialog.tsx";

interface AlertRulesProps {
  rules: AlertRuleItem[];
  /** When they were checked. */
  checked: string;
  now: number;
  onAct: OpenAction;
}

interface Row extends Pick<AlertRulesProps, "now" | "onAct"> {
  id: string;
  rule: AlertRuleItem;
}

export const AlertRules = ({ rules, checked, now, onAct }: AlertRulesProps) => (
  <Card className="min-w-0">
    <div className="flex items-baseline justify-between gap-4 border-b px-5 py-4 max-lg:px-4">
      <CardTitle>Rules</CardTitle>
      <p className="text-caption text-ink-3 tabular-nums">{checked}</p>
    </div>
    <DataTable {...RULES} rows={rules.map((rule) => ({ id: rule.name, rule, now, onAct }))} />
    <CardFooter className="min-h-11 tabular-nums">{rulesText(rules)}</CardFooter>
  </Card>
);

export const RULES: TableSpec<Row> = {
  columns: [
    { heading: "Rule", className: "w-full py-2", cell: ({ rule }) => <RuleName rule={rule} /> },
    { heading: "Severity", className: "text-ink-2", cell: ({ rule }) => SEVERITY_LABELS[rule.severity] },
    {
      heading: "State",
      // As wide as its longest text, so that no column moves when a rule is muted.
      className: "min-w-32 whitespace-nowrap",
      cell: ({ rule, now }) => (
        <>
          <RuleState state={rule.state} />
          <MutedNote rule={rule} now={now} />
        </>
      ),
    },
    {
      heading: "Actions",
      hidden: true,
      className: "w-0 last:pr-3",
      cell: (row) => <MuteMenu {...row} />,
    },
  ],
  headClassName: "bg-canvas",
  narrowBelow: "wide",
  item: (row) => <RuleEntry {...row} />,
  itemHeight: "h-25",
};

const RuleName = ({ rule: { title, checks } }: { rule: AlertRuleItem }) => (
  <>
    <span className="block font-medium">{title}</span>
    <span className="block text-caption text-ink-3">{checks}</span>
  </>
);

function MutedNote({ rule: { muted_until, firing }, now }: { rule: AlertRuleItem; now: number }) {
  if (muted_until === null) return null;
  return (
    <span className="block text-caption text-ink-3 tabular-nums">
      {firing > 0 ? "Firing, until" : "Until"} {momentText(muted_until, now)}
    </span>
  );
}

const RuleEntry = ({ rule, now, onAct }: Row) => (
  <div className="flex items-start justify-between gap-3">
    <div className="min-w-0 text-body">
      <RuleName rule={rule} />
      <span className="block text-caption text-ink-2">{SEVERITY_LABELS[rule.severity]}</span>
      <MutedNote rule={rule} now={now} />
    </div>
    <div className="-mr-2 flex shrink-0 items-center gap-1">
      <RuleState state={rule.state} />
      <MuteMenu rule={rule} now={now} onAct={onAct} />
    </div>
  </div>
);
