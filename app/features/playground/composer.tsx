import { useQuery } from "@tanstack/react-query";
import ArrowUp from "lucide-react/icons/arrow-up";
import Square from "lucide-react/icons/square";
import { type KeyboardEvent, type MouseEvent, useLayoutEffect, useRef } from "react";
import { Button } from "#app/components/ui/button.tsx";
import { Kbd } from "#app/components/ui/kbd.tsx";
import { balanceQuery } from "#app/features/balance/queries.ts";
import { subscriptionQuery } from "#app/features/subscription/queries.ts";
import { formatCost } from "#app/lib/format.ts";
import { isMac } from "#app/lib/shortcut.ts";
import { useHydrated } from "#app/lib/use-hydrated.ts";
import type { ModelPrices } from "#core/domain/public-prices.ts";
import { type PendingCall, pendingCalls, runningIn } from "./conversation.ts";
import { FailureAlert } from "./failure-notice.tsx";
import { fundsView } from "./failure-view.ts";
import { playgroundMessages } from "./messages.ts";
import { usePlayground, usePlaygroundState } from "./playground-context.ts";
import { type Estimate, useEstimate } from "./queries.ts";
import { isSendKey } from "./send-key.ts";
import { settingsProblem } from "./settings.ts";
import { useNextRequests } from "./use-next-requests.ts";

interface ComposerProps {
  /** Of each column; undefined while they aren't known. */
  models: readonly [ModelPrices, ModelPrices] | undefined;
  comparing: boolean;
}

export function Composer({ models, comparing }: ComposerProps) {
  const playground = usePlayground();
  const turns = usePlaygroundState((state) => state.turns);
  const draft = usePlaygroundState((state) => state.draft);
  const settings = usePlaygroundState((state) => state.settings);
  const running = runningIn(turns);
  const pending = pendingCalls(turns);
  const requests = useNextRequests(models, comparing);
  const estimate = useEstimate(running.length > 0 ? null : requests);
  const funds = useMissingFunds(estimate);
  const shown = comparing ? models : models?.slice(0, 1);
  const problem =
    shown?.map((model) => settingsProblem(settings, model.max_output)).find((text) => text) ?? null;
  const blocked = models === undefined || problem !== null || funds !== null;
  const field = useRef<HTMLTextAreaElement>(null);

  useOffer({ models, comparing, estimate });
  const send = () => {
    if (blocked || running.length > 0) return;
    if (draft.trim() === "") field.current?.focus();
    else playground.send();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (!isSendKey(event)) return;
    event.preventDefault();
    send();
  };
  const holds = running.length > 0 ? running.map(({ hold }) => hold) : estimate.holds;
  return (
    <div className="shrink-0 border-t p-3.5 max-lg:p-3">
      {funds && (
        <div className="mb-3">
          <FailureAlert view={funds} />
        </div>
      )}
      <div className="rounded-control border border-control bg-surface outline-accent focus-within:has-[textarea:focus-visible]:outline-2 focus-within:has-[textarea:focus-visible]:outline-offset-2">
        <PendingLabel pending={pending} />
        <textarea
          ref={field}
          aria-label={labelFor(pending[0], comparing)}
          placeholder={labelFor(pending[0], comparing)}
          value={draft}
          rows={1}
          onChange={({ target }) => {
            if (draft === "") playground.grants.prepare();
            playground.set({ draft: target.value });
          }}
          onKeyDown={onKeyDown}
          className={`block max-h-[30dvh] min-h-14 w-full resize-none bg-transparent px-3 py-2.5 outline-none [field-sizing:content] placeholder:text-ink-3 max-lg:text-lead ${pending.length > 0 ? "font-mono text-mono" : "text-body"}`}
        />
        <div className="flex items-center gap-2 px-2 pb-2">
          <p
            className={`min-w-0 flex-1 truncate pl-1 text-caption text-ink-3 tabular-nums ${estimate.outdated && holds ? "opacity-60" : ""}`}
          >
            {problem ?? <MostCost holds={holds} estimate={estimate} waits={requests !== null} />}
          </p>
          <SendHint />
          <SendButton
            running={running.length > 0}
            blocked={blocked}
            onSend={send}
            onStop={() => playground.stop()}
          />
        </div>
      </div>
    </div>
  );
}

function labelFor(pending: PendingCall | undefined, comparing: boolean): string {
  if (pending) return `Write the result of ${pending.call.name}`;
  return comparing ? "Write a message to both models" : "Write a message";
}

/** Which of several calls the reader is writing the result of. */
function PendingLabel({ pending }: { pending: readonly PendingCall[] }) {
  const [first] = pending;
  if (!first) return null;
  return (
    <p className="px-3 pt-2.5 text-caption font-medium text-ink-2">
      Result of{" "}
      <span translate="no" className="font-mono">
        {first.call.name}
      </span>
      <span className="font-normal text-ink-3">
        {pending.length === 1
          ? `, for ${first.model}`
          : `, for ${first.model} · ${pending.length} results to write`}
      </span>
    </p>
  );
}

/** `At most $0.013775 for this request` */
function MostCost({
  holds,
  estimate,
  waits,
}: {
  holds: Estimate["holds"] | (number | null)[];
  estimate: Estimate;
  waits: boolean;
}) {
  if (estimate.failed && holds === null) return playgroundMessages.estimateFailed;
  if (holds === null) return waits ? playgroundMessages.estimating : null;
  const known = holds.filter((hold) => hold !== null);
  if (known.length < holds.length || known.length === 0) return null;
  const sum = formatCost(known.reduce((total, hold) => total + hold, 0));
  if (known.length > 1) return `Sends ${known.length} requests · at most ${sum} together`;
  return (
    <>
      At most {sum}
      <span className="max-sm:hidden"> for this request</span>
    </>
  );
}

function SendHint() {
  // The server doesn't know the reader's keyboard.
  const hydrated = useHydrated();
  return (
    <span className="flex items-center gap-1 text-caption text-ink-3 max-lg:hidden" aria-hidden="true">
      <Kbd>{hydrated && !isMac() ? "Ctrl" : "⌘"}</Kbd>
      <Kbd>↵</Kbd>
    </span>
  );
}

interface SendButtonProps {
  running: boolean;
  blocked: boolean;
  onSend: () => void;
  onStop: () => void;
}

/** One button, so that it keeps its place and the focus. The second click of a double-click doesn't stop anything. */
function SendButton({ running, blocked, onSend, onStop }: SendButtonProps) {
  const stop = ({ detail }: MouseEvent) => {
    if (detail < 2) onStop();
  };
  const Icon = running ? Square : ArrowUp;
  return (
    <Button
      variant={running ? "secondary" : "primary"}
      size="sm"
      className="min-w-22"
      aria-disabled={!running && blocked}
      aria-keyshortcuts={running ? "Escape" : "Meta+Enter Control+Enter"}
      onClick={running ? stop : onSend}
    >
      <Icon className={running ? "size-3.5 fill-current" : "size-4"} aria-hidden="true" />
      {running ? "Stop" : "Send"}
    </Button>
  );
}

/** A plan pays without a balance. */
function useMissingFunds({ holds }: Estimate) {
  const balance = useQuery(balanceQuery).data?.balance;
  const plan = useQuery(subscriptionQuery).data?.subscription_type;
  if (holds === null || balance === undefined || plan === undefined || plan !== "Free") return null;
  const hold = holds.reduce((total, each) => total + each, 0);
  return hold > 0 && balance < hold ? fundsView(balance, hold) : null;
}

function useOffer({ models, comparing, estimate }: ComposerProps & { estimate: Estimate }): void {
  const playground = usePlayground();
  useLayoutEffect(() => {
    if (!models) return playground.prepare(null);
    const [first, second] = models;
    playground.prepare({
      models: [first.model, second.model],
      comparing,
      reasons: (name) => models.some(({ model, reasoning }) => model === name && reasoning),
      holds: estimate.holds ?? [],
    });
  }, [playground, models, comparing, estimate.holds]);
}
