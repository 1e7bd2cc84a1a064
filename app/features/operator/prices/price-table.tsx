import type { ReactNode } from "react";
import { DataTable } from "#app/components/data-table.tsx";
import type { Column, TableSpec } from "#app/components/table-spec.ts";
import { Button } from "#app/components/ui/button.tsx";
import { cn } from "#app/lib/class-names.ts";
import type { PricePreviewResponse } from "#core/contract/operator-prices.ts";
import type { PriceEntry } from "#core/contract/price-list.ts";
import { chargedByText, labelOf } from "./price-amounts.ts";
import { amountText, columnText, costText, marginText, shownFields, unitText } from "./price-view.ts";

interface PriceTableProps {
  models: readonly PriceEntry[];
  /** Of the list in force, to show what differs. */
  before: readonly PriceEntry[];
  preview: PricePreviewResponse | undefined;
  /** In place of the buttons of the model that is edited. */
  editor: { model: string; form: ReactNode } | null;
  /** Null while they can't be edited. */
  onEdit: ((model: string) => void) | null;
}

export const PriceTable = ({ models, before, preview, editor, onEdit }: PriceTableProps) => (
  <DataTable
    {...PRICES}
    rows={models.map((entry) => ({
      id: entry.model,
      entry,
      old: before.find(({ model }) => model === entry.model),
      margin: marginText(preview?.models.find(({ model }) => model === entry.model)),
      form: editor?.model === entry.model ? editor.form : null,
      edit: onEdit && editor?.model !== entry.model && (
        <EditButton model={entry.model} isBlocked={editor !== null} onEdit={() => onEdit(entry.model)} />
      ),
    }))}
  />
);

interface EditButtonProps {
  model: string;
  isBlocked: boolean;
  onEdit: () => void;
}

const EditButton = ({ model, isBlocked, onEdit }: EditButtonProps) => (
  <Button
    variant="ghost"
    size="sm"
    aria-label={`Edit ${model}`}
    aria-disabled={isBlocked || undefined}
    onClick={onEdit}
  >
    Edit
  </Button>
);

interface Row {
  id: string;
  entry: PriceEntry;
  /** In the list in force. */
  old: PriceEntry | undefined;
  margin: string;
  /** While it is edited. */
  form: ReactNode;
  edit: ReactNode;
}

const EDITED = "bg-accent-soft/50";

const priceColumn = (heading: string, text: (of: PriceEntry) => string): Column<Row> => ({
  heading,
  align: "right",
  cell: ({ entry, old }) => <Changed now={text(entry)} before={old && text(old)} />,
});

/** The form of a model takes the place of its details and its button. */
export const PRICES: TableSpec<Row> = {
  columns: [
    {
      heading: "Model",
      className: "w-full max-w-0",
      cell: ({ entry, old }) => <ModelName entry={entry} old={old} />,
    },
    priceColumn("Input", (of) => columnText(of, "input")),
    priceColumn("Cached input", (of) => columnText(of, "cached_input")),
    priceColumn("Output", (of) => columnText(of, "output")),
    priceColumn("Per unit", unitText),
    priceColumn("Provider cost", costText),
    { heading: "Margin", align: "right", cell: ({ margin }) => margin },
    {
      heading: "Actions",
      hidden: true,
      className: "w-0 whitespace-nowrap last:pr-3.5",
      cell: ({ edit }, toggle) => (
        <div className="flex items-center justify-end gap-1">
          {edit && <span className="relative z-1">{edit}</span>}
          {toggle}
        </div>
      ),
    },
  ],
  headClassName: "bg-canvas",
  rowClassName: ({ form }) => (form ? EDITED : undefined),
  details: {
    label: ({ entry }) => `All prices of ${entry.model}`,
    of: ({ entry, old, form }) =>
      form ? null : (
        <div className="rounded-control border bg-surface px-4 py-1">
          <AmountList entry={entry} old={old} className="grid-cols-2 gap-x-10" />
        </div>
      ),
    wholeRow: true,
  },
  after: ({ form }, columns) =>
    form && (
      <tr>
        <td colSpan={columns}>{form}</td>
      </tr>
    ),
  narrowBelow: "wide",
  item: (row) => <ModelItem {...row} />,
  itemClassName: "p-0",
  itemHeight: "h-25",
};

type NamedProps = Pick<Row, "entry" | "old">;

const ModelName = ({ entry, old }: NamedProps) => (
  <div className="min-w-0">
    <span className="block truncate font-mono text-mono font-medium" title={entry.model}>
      {entry.model}
    </span>
    <span className="block truncate text-caption text-ink-3">
      {chargedByText(entry)}
      {!old && " · New"}
    </span>
  </div>
);

const Changed = ({ now, before }: { now: string; before: string | undefined }) =>
  before === undefined || before === now ? (
    now
  ) : (
    <>
      <span className="block font-medium">{now}</span>
      <span className="block text-caption text-ink-3">was {before}</span>
    </>
  );

const AmountList = ({ entry, old, className }: NamedProps & { className?: string }) => (
  <dl className={cn("grid text-small", className)}>
    {shownFields(entry).map((field) => (
      <div key={field} className="flex items-baseline justify-between gap-4 border-b border-line/60 py-1.5">
        <dt className="min-w-0 text-ink-2">{labelOf(field)}</dt>
        <dd className="text-right tabular-nums">
          <Changed now={amountText(entry, field)} before={old && amountText(old, field)} />
          {entry.provider_cost && (
            <span className="block text-caption text-ink-3">
              cost {amountText(entry.provider_cost, field)}
            </span>
          )}
        </dd>
      </div>
    ))}
  </dl>
);

/** For narrow screens, with every price. */
const ModelItem = ({ entry, old, margin, form, edit }: Row) => (
  <div className={cn(form && EDITED)}>
    <div className="px-4 py-3">
      <div className="flex items-start justify-between gap-3">
        <ModelName entry={entry} old={old} />
        {edit}
      </div>
      {!form && (
        <>
          <AmountList entry={entry} old={old} />
          <p className="mt-1 text-caption text-ink-3">Margin, last week: {margin}</p>
        </>
      )}
    </div>
    {form}
  </div>
);
