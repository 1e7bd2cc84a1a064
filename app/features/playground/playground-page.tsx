import CodeXml from "lucide-react/icons/code-xml";
import Columns2 from "lucide-react/icons/columns-2";
import Plus from "lucide-react/icons/plus";
import { useDeferredValue, useEffect, useState } from "react";
import { Button } from "#app/components/ui/button.tsx";
import { Card } from "#app/components/ui/card.tsx";
import { LazyComponent } from "#app/components/ui/lazy-component.tsx";
import { OnDemand } from "#app/components/ui/on-demand.tsx";
import { PageHeader } from "#app/components/ui/page-header.tsx";
import { useSession } from "#app/lib/auth/session.ts";
import { pages } from "#app/lib/pages.ts";
import { toast } from "#app/lib/toast.ts";
import { useIsNarrow } from "#app/lib/use-is-narrow.ts";
import type { ModelPrices } from "#core/domain/public-prices.ts";
import { CompareView } from "./compare-view.tsx";
import { responsesIn } from "./conversation.ts";
import { ConversationView } from "./conversation-view.tsx";
import { KeyCard } from "./key-card.tsx";
import { playgroundMessages } from "./messages.ts";
import { playgroundOf } from "./playground.ts";
import { PlaygroundContext, usePlayground, usePlaygroundState } from "./playground-context.ts";
import { ResetSettings, SettingsForm } from "./settings-form.tsx";
import { SettingsSheet } from "./settings-sheet.tsx";
import { useModels } from "./use-models.ts";
import { useNextRequests } from "./use-next-requests.ts";

export const { meta } = pages.playground;

export default function PlaygroundPage() {
  const { user } = useSession();
  return (
    <PlaygroundContext.Provider value={playgroundOf(user.id)}>
      <Page />
    </PlaygroundContext.Provider>
  );
}

function Page() {
  const catalog = useModels();
  const { chosen } = catalog;
  const isNarrow = useIsNarrow("lg");
  const isWanted = usePlaygroundState((state) => state.comparing) && !isNarrow;
  // A long conversation changes to the other view in several tasks.
  const comparing = useDeferredValue(isWanted);
  const [receipt, setReceipt] = useState<string | null>(null);
  useEscapeToStop();
  useLeaving();
  const view = { catalog, onOpenReceipt: setReceipt };
  return (
    <div className="flex min-h-[32rem] flex-1 flex-col lg:min-h-[36rem]">
      <PageHeader
        {...pages.playground.heading}
        className="shrink-0 max-lg:mb-4"
        actions={<HeaderActions models={chosen} comparing={comparing} />}
      />
      <Announcement />
      <div className="flex min-h-0 flex-1 items-stretch gap-6">
        {comparing ? <CompareView {...view} /> : <ConversationView {...view} />}
        {!comparing && <Aside model={chosen?.[0]} />}
      </div>
      {receipt !== null && (
        <LazyComponent load={loadReceipt} props={{ requestId: receipt, onClose: () => setReceipt(null) }} />
      )}
    </div>
  );
}

const loadReceipt = () => import("./receipt.tsx");
const loadCodeDialog = () => import("./code-dialog.tsx");

/** In the code of a conversation that is still empty. */
const SAMPLE_MESSAGE = "Hello!";

interface HeaderActionsProps {
  models: readonly [ModelPrices, ModelPrices] | undefined;
  comparing: boolean;
}

function HeaderActions({ models, comparing }: HeaderActionsProps) {
  const playground = usePlayground();
  const isEmpty = usePlaygroundState(({ turns }) => turns.length === 0);
  const hasNoMessage = usePlaygroundState(({ turns, draft }) => turns.length === 0 && draft.trim() === "");
  const requests = useNextRequests(models, comparing, SAMPLE_MESSAGE) ?? [];
  return (
    <div className="flex flex-wrap items-center gap-2 max-sm:w-full">
      <Button
        variant="ghost"
        className="max-sm:hidden"
        aria-disabled={isEmpty}
        onClick={() => playground.startAnew()}
      >
        <Plus aria-hidden="true" />
        New conversation
      </Button>
      <Button className="max-lg:hidden" onClick={() => playground.set({ comparing: !comparing })}>
        <Columns2 aria-hidden="true" />
        {comparing ? "Stop comparing" : "Compare"}
      </Button>
      <OnDemand
        load={loadCodeDialog}
        popup="dialog"
        trigger={
          <Button className="max-sm:flex-1" aria-disabled={models === undefined}>
            <CodeXml aria-hidden="true" />
            View code
          </Button>
        }
        props={{ requests, sample: hasNoMessage ? SAMPLE_MESSAGE : null }}
      />
      <SettingsSheet models={models?.slice(0, 1) ?? []} />
    </div>
  );
}

function Aside({ model }: { model: ModelPrices | undefined }) {
  return (
    <aside
      aria-label="Settings"
      className="-mr-2 w-[calc(var(--spacing-aside)+0.5rem)] shrink-0 overflow-y-auto pr-2 max-lg:hidden"
    >
      <div className="grid content-start gap-6">
        <Card className="px-5 pt-4 pb-5">
          <div className="mb-3 flex items-start justify-between gap-3">
            <h2 className="text-body font-medium tracking-[-0.005em]">Settings</h2>
            <ResetSettings />
          </div>
          <SettingsForm models={model ? [model] : []} />
        </Card>
        <KeyCard />
      </div>
    </aside>
  );
}

/** Once, when the last of the responses is there. */
function Announcement() {
  const complete = usePlaygroundState(({ turns }) => {
    const last = turns.findLast(({ kind }) => kind === "responses");
    const responses = last ? responsesIn([last]) : [];
    return responses.length > 0 && responses.every(({ phase }) => phase === "complete");
  });
  return (
    <p role="status" className="sr-only">
      {complete && playgroundMessages.complete}
    </p>
  );
}

/** Wherever the focus is, unless Escape closes something else. */
function useEscapeToStop(): void {
  const playground = usePlayground();
  useEffect(() => {
    const stop = ({ key, defaultPrevented }: KeyboardEvent) => {
      if (key === "Escape" && !defaultPrevented) playground.stop();
    };
    window.addEventListener("keydown", stop);
    return () => window.removeEventListener("keydown", stop);
  }, [playground]);
}

/** Another page leaves the conversation in this tab; closing the tab would lose it. */
function useLeaving(): void {
  const playground = usePlayground();
  const isEmpty = usePlaygroundState(({ turns }) => turns.length === 0);
  useEffect(() => {
    if (isEmpty) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  }, [isEmpty]);
  useEffect(
    () => () => {
      if (playground.read().turns.length > 0) toast.info(playgroundMessages.leaving);
    },
    [playground],
  );
}
