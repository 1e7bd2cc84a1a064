import { Link } from "@remix-run/react";
import RotateCw from "lucide-react/icons/rotate-cw";
import Square from "lucide-react/icons/square";
import Wrench from "lucide-react/icons/wrench";
import { memo, useMemo } from "react";
import { CopyIconButton } from "#app/components/copy-button.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { Spinner } from "#app/components/ui/spinner.tsx";
import { formatMilliseconds, formatNumber } from "#app/lib/format.ts";
import type { ModelResponse, ToolCall } from "./conversation.ts";
import { CostStrip } from "./cost-strip.tsx";
import { EndedEarly, Refusal } from "./failure-notice.tsx";
import { JsonText } from "./json-text.tsx";
import { MessageText } from "./message-text.tsx";
import { playgroundMessages } from "./messages.ts";
import { usePlayground } from "./playground-context.ts";
import { IconButton } from "./reader-message.tsx";
import { requestsPath } from "./requests-path.ts";
import { usePlaygroundKey } from "./use-models.ts";

interface ModelMessageProps {
  turnId: string;
  response: ModelResponse;
  onOpenReceipt: (requestId: string) => void;
}

/** What a model responded, and below it what that took. */
export const ModelMessage = memo(function ModelMessage({
  turnId,
  response,
  onOpenReceipt,
}: ModelMessageProps) {
  const playground = usePlayground();
  const { phase, text, model } = response;
  const sendAgain = () => playground.sendAgain(turnId, response.column);
  if (phase === "refused") return <Refusal response={response} onSendAgain={sendAgain} />;
  const running = phase === "sending" || phase === "streaming";
  return (
    <article className="@container px-4 max-sm:px-2" aria-busy={running}>
      <header className="flex min-h-7 items-center gap-2 text-caption font-medium text-ink-2 max-lg:min-h-9">
        <span translate="no" className="truncate font-mono text-mono">
          {model}
        </span>
        {!running && (
          <span className="-my-1 ml-auto flex items-center">
            {text !== "" && <CopyIconButton label="Copy response" text={async () => text} />}
            <IconButton label="Send again" Icon={RotateCw} onClick={sendAgain} />
          </span>
        )}
      </header>
      <div className="mt-1 grid min-h-5.5 grid-cols-[minmax(0,1fr)] gap-3 text-body">
        <MessageText text={text} streaming={phase === "streaming"} />
        <ToolCalls calls={response.toolCalls} />
      </div>
      {phase === "stopped" && <Stopped response={response} />}
      {response.failure && (
        <div className="mt-3">
          <EndedEarly response={response} onSendAgain={sendAgain} />
        </div>
      )}
      <Below
        response={response}
        running={running}
        onOpen={onOpenReceipt}
        onRetry={() => void playground.showCharge(response.id)}
      />
    </article>
  );
});

interface BelowProps {
  response: ModelResponse;
  running: boolean;
  onOpen: (requestId: string) => void;
  onRetry: () => void;
}

/** While it streams, the progress takes as much room as the numbers that follow. */
function Below({ response, running, onOpen, onRetry }: BelowProps) {
  if (!running && response.charge === null) return null;
  return (
    <div className="mt-3 grid [&>*]:col-start-1 [&>*]:row-start-1">
      <div className={running ? "invisible" : ""} aria-hidden={running}>
        <CostStrip response={response} onOpen={onOpen} onRetry={onRetry} />
      </div>
      {running && <Progress response={response} />}
    </div>
  );
}

const CHARACTERS_PER_TOKEN = 4;

function Progress({ response: { phase, text, firstToken, toolCalls } }: { response: ModelResponse }) {
  const characters = toolCalls.reduce((sum, call) => sum + call.arguments.length, text.length);
  const tokens = Math.max(1, Math.round(characters / CHARACTERS_PER_TOKEN));
  const words = `Streaming · first token ${formatMilliseconds(firstToken)} · about ${formatNumber(tokens)} output tokens so far`;
  return (
    <p className="flex items-start gap-2 self-start text-caption text-ink-3 tabular-nums">
      <Spinner className="mt-0.5 size-3.5 shrink-0" />
      {phase === "sending" ? "Waiting for the first token" : words}
    </p>
  );
}

function Stopped({ response: { requestId } }: { response: ModelResponse }) {
  const { key } = usePlaygroundKey();
  return (
    <>
      <p className="mt-2 flex items-center gap-1.5 text-caption text-ink-2">
        <Square className="size-3 fill-current" aria-hidden="true" />
        {playgroundMessages.stopped}
      </p>
      {requestId === null && (
        <p className="mt-1 text-caption text-ink-3">
          {playgroundMessages.stoppedEarly}{" "}
          <Button variant="link" size="sm" className="text-caption" asChild>
            <Link to={requestsPath(key)}>View requests</Link>
          </Button>
        </p>
      )}
    </>
  );
}

/** Shown, never run. */
const ToolCalls = ({ calls }: { calls: readonly ToolCall[] }) =>
  calls.map((call, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: calls are only added at the end
    <div key={at} className="rounded-control border">
      <p className="flex items-center gap-2 border-b px-3.5 py-2 text-caption font-medium text-ink-2">
        <Wrench className="size-3.5 shrink-0" aria-hidden="true" />
        Tool call{" "}
        <span translate="no" className="font-mono text-caption wrap-anywhere">
          {call.name}
        </span>
      </p>
      <pre
        translate="no"
        className="px-3.5 py-2 font-mono text-caption leading-5 whitespace-pre-wrap wrap-anywhere"
      >
        <CallArguments text={call.arguments} />
      </pre>
    </div>
  ));

/** With the spaces of JSON that people write. */
function CallArguments({ text }: { text: string }) {
  const shown = useMemo(() => spaced(text), [text]);
  return <JsonText text={shown} />;
}

function spaced(text: string): string {
  try {
    const value: unknown = JSON.parse(text);
    const lines = JSON.stringify(value, null, 2);
    const flat = lines.replaceAll(/\n\s*/g, " ");
    return flat.length <= 60 ? flat : lines;
  } catch {
    return text;
  }
}
