import SlidersHorizontal from "lucide-react/icons/sliders-horizontal";
import { memo, type ReactNode, useMemo } from "react";
import { Button } from "#app/components/ui/button.tsx";
import { Card } from "#app/components/ui/card.tsx";
import { Popover, PopoverContent, PopoverTrigger } from "#app/components/ui/popover.tsx";
import type { ModelPrices } from "#core/domain/public-prices.ts";
import { Composer } from "./composer.tsx";
import type { Column, ModelResponse, ResponsesTurn, Turn } from "./conversation.ts";
import { differenceOf } from "./difference.ts";
import { EmptyConversation } from "./empty-conversation.tsx";
import { openMark } from "./max-output-mark.ts";
import { ModelMessage } from "./model-message.tsx";
import { ModelPicker } from "./model-picker.tsx";
import { usePlaygroundState } from "./playground-context.ts";
import { ReaderMessage } from "./reader-message.tsx";
import { Scroller } from "./scroller.tsx";
import { toolsText } from "./settings.ts";
import { ResetSettings, SettingsForm } from "./settings-form.tsx";
import type { Catalog } from "./use-models.ts";
import { useShownTurns } from "./use-shown-turns.ts";

interface CompareViewProps {
  catalog: Catalog;
  onOpenReceipt: (requestId: string) => void;
}

/** The same messages to two models, with the same settings. */
export function CompareView(props: CompareViewProps) {
  const turns = useShownTurns(usePlaygroundState((state) => state.turns));
  const isPair = (turn: Turn | undefined) => turn?.kind === "responses" && turn.responses.length > 1;
  const last = turns.findLast(({ kind }) => kind === "responses");
  return (
    <div className="flex min-h-0 min-w-0 flex-1 flex-col gap-6">
      <SettingsSummary models={props.catalog.chosen ?? []} />
      <Scroller turns={turns} className="-mx-1 flex flex-col gap-6 px-1">
        {turns.map((turn) =>
          turn.kind === "responses" ? (
            <Exchange key={turn.id} turn={turn} withPickers={turn === last && isPair(turn)} {...props} />
          ) : (
            <ReaderMessage key={turn.id} turn={turn} />
          ),
        )}
        {!isPair(last) && <EmptyPair catalog={props.catalog} empty={turns.length === 0} />}
      </Scroller>
      <Card className="shrink-0 [&>div]:border-t-0">
        <Composer models={props.catalog.chosen} comparing />
      </Card>
    </div>
  );
}

const COLUMNS: readonly Column[] = [0, 1];

type PairProps = CompareViewProps & { withPickers: boolean; turn: ResponsesTurn };

const Exchange = memo(function Exchange({ turn, withPickers, catalog, onOpenReceipt }: PairProps) {
  const [single, other] = turn.responses;
  if (single && !other) {
    return <ModelMessage turnId={turn.id} response={single} onOpenReceipt={onOpenReceipt} />;
  }
  return (
    <>
      <div className="grid grid-cols-2 gap-6">
        {COLUMNS.map((column) => {
          const response = turn.responses.find((each) => each.column === column);
          return (
            <Card key={column} className="flex min-w-0 flex-col">
              {withPickers && (
                <PickerRow>
                  <ModelPicker column={column} catalog={catalog} />
                </PickerRow>
              )}
              <div className="px-3.5 py-4">
                {response && (
                  <ModelMessage turnId={turn.id} response={response} onOpenReceipt={onOpenReceipt} />
                )}
              </div>
            </Card>
          );
        })}
      </div>
      <DifferenceLine responses={turn.responses} />
    </>
  );
});

const PickerRow = ({ children }: { children: ReactNode }) => (
  <div className="sticky top-0 z-10 -mt-px flex items-center gap-3 rounded-t-card border-y bg-surface px-3.5 py-3">
    {children}
  </div>
);

function EmptyPair({ catalog, empty }: Pick<CompareViewProps, "catalog"> & { empty: boolean }) {
  return (
    <>
      <div className="grid shrink-0 grid-cols-2 gap-6">
        {COLUMNS.map((column) => (
          <Card key={column} className="min-w-0">
            <div className="flex items-center gap-3 px-3.5 py-3">
              <ModelPicker column={column} catalog={catalog} />
            </div>
          </Card>
        ))}
      </div>
      {empty && <EmptyConversation />}
    </>
  );
}

function DifferenceLine({ responses }: { responses: readonly ModelResponse[] }) {
  const difference = useMemo(() => differenceOf(responses), [responses]);
  if (difference === null) return null;
  const figures = [
    ["Difference", `${difference.model}, this request`],
    ["Cost", difference.cost],
    ["First token", difference.firstToken],
    ["Output", difference.output],
  ] as const;
  return (
    <Card className="shrink-0">
      <dl className="grid grid-cols-4 divide-x text-small">
        {figures.map(([label, text]) => (
          <div key={label} className="min-w-0 px-5 py-3">
            <dt className="text-caption text-ink-3">{label}</dt>
            <dd className="mt-0.5 wrap-anywhere tabular-nums">{text}</dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}

function SettingsSummary({ models }: { models: readonly ModelPrices[] }) {
  const settings = usePlaygroundState((state) => state.settings);
  const facts = [
    ["Temperature", settings.temperature.toFixed(1)],
    ["Max output", settings.maxOutput.trim() || "The model’s"],
    ["JSON", settings.json ? "On" : "Off"],
    ["Tools", toolsText(settings)],
  ] as const;
  return (
    <Card className="flex shrink-0 flex-wrap items-center gap-x-6 gap-y-2 px-5 py-3 text-small">
      <span className="min-w-0 flex-1 truncate">
        <span className="text-ink-3">System prompt</span> {settings.system.trim() || "None"}
      </span>
      {facts.map(([label, text]) => (
        <span key={label} className="tabular-nums">
          <span className="text-ink-3">{label}</span> {text}
        </span>
      ))}
      <Popover>
        <PopoverTrigger asChild>
          <Button {...openMark} size="sm">
            <SlidersHorizontal aria-hidden="true" />
            Settings
          </Button>
        </PopoverTrigger>
        <PopoverContent
          align="end"
          aria-label="Settings"
          className="max-h-(--radix-popover-content-available-height) w-80 overflow-y-auto"
        >
          <div className="mb-3 flex items-center justify-between gap-3">
            <h2 className="text-body font-medium">Settings</h2>
            <ResetSettings />
          </div>
          <SettingsForm models={models} />
        </PopoverContent>
      </Popover>
    </Card>
  );
}
