import { Link } from "@remix-run/react";
import Check from "lucide-react/icons/check";
import Copy from "lucide-react/icons/copy";
import KeyRound from "lucide-react/icons/key-round";
import { useState } from "react";
import { useCopy } from "#app/components/copy-button.tsx";
import { copyMessages } from "#app/components/messages.ts";
import { Button } from "#app/components/ui/button.tsx";
import {
  Dialog,
  DialogContent,
  DialogDescription,
  DialogFooter,
  DialogTitle,
  DialogTrigger,
} from "#app/components/ui/dialog.tsx";
import type { OnDemandProps } from "#app/components/ui/on-demand.tsx";
import { Tabs, TabsContent, TabsList, TabsTrigger } from "#app/components/ui/tabs.tsx";
import { languageFrom, useLanguage } from "#app/lib/documentation/language.ts";
import { LANGUAGES, type Language } from "#app/lib/documentation/topics.ts";
import { formatCost } from "#app/lib/format.ts";
import { CREATE_KEY_HASH, paths } from "#app/lib/paths.ts";
import type { ChatRequest } from "./chat-request.ts";
import { codeSamples } from "./code-samples.ts";
import { useEstimate } from "./queries.ts";

const LABELS: Record<Language, string> = { curl: "cURL", python: "Python", typescript: "TypeScript" };

export interface CodeDialogProps {
  /** One for each model. */
  requests: readonly ChatRequest[];
  /** The message in them that the reader didn't write. */
  sample: string | null;
}

export default function CodeDialog({ requests, sample, trigger }: CodeDialogProps & OnDemandProps) {
  const [open, setOpen] = useState(true);
  return (
    <Dialog open={open} onOpenChange={setOpen}>
      <DialogTrigger asChild>{trigger}</DialogTrigger>
      <DialogContent className="max-w-[42rem]">
        <DialogTitle>Code for this request</DialogTitle>
        <DialogDescription>
          {sample === null
            ? "Sends exactly what you see: the conversation, the settings and the tools."
            : `Sends the settings and the tools that you see. Until you write a message, it says “${sample}”.`}
        </DialogDescription>
        <Code requests={requests} />
      </DialogContent>
    </Dialog>
  );
}

function Code({ requests }: Pick<CodeDialogProps, "requests">) {
  const [at, setAt] = useState(0);
  const [language, setLanguage] = useLanguage();
  const request = requests[at] ?? requests[0];
  if (!request) return null;
  const sample = (name: Language) => codeSamples[name](request, window.location.origin);
  return (
    <>
      <Tabs
        value={language}
        onValueChange={(value) => setLanguage(languageFrom(value))}
        className="mt-4 overflow-hidden rounded-control border"
      >
        <div className="flex items-center justify-between gap-4 border-b bg-canvas pr-3.5 pl-3.5">
          <TabsList aria-label="Language" className="gap-4 border-b-0">
            {LANGUAGES.map((name) => (
              <TabsTrigger key={name} value={name}>
                {LABELS[name]}
              </TabsTrigger>
            ))}
          </TabsList>
          {requests.length > 1 && (
            <Button
              variant="link"
              size="sm"
              className="min-w-0 text-caption"
              onClick={() => setAt((at + 1) % requests.length)}
            >
              <span className="truncate">Show {requests[(at + 1) % requests.length]?.model}</span>
            </Button>
          )}
        </div>
        {LANGUAGES.map((name) => (
          <TabsContent key={name} value={name} className="max-h-[min(24rem,45dvh)] overflow-auto">
            <pre
              translate="no"
              className="p-4 font-mono text-caption leading-5 whitespace-pre-wrap wrap-anywhere"
            >
              <SampleText text={sample(name)} />
            </pre>
          </TabsContent>
        ))}
      </Tabs>
      <Note request={request} />
      <Actions text={sample(language)} />
    </>
  );
}

function Note({ request }: { request: ChatRequest }) {
  const { holds } = useEstimate([request]);
  const hold = holds?.[0];
  return (
    <p className="mt-3 min-h-8 text-caption text-ink-3">
      Use one of your own keys: the Playground key works only on this page.
      {hold !== undefined && request.max_completion_tokens !== undefined && (
        <>
          {" "}
          The code keeps the cost of each request at most {formatCost(hold)} through{" "}
          <span className="font-mono">max_completion_tokens</span>.
        </>
      )}
    </p>
  );
}

function Actions({ text }: { text: string }) {
  const { copied, copy } = useCopy();
  const Icon = copied ? Check : Copy;
  return (
    <DialogFooter>
      <Button asChild>
        <Link to={`${paths.apiKeys}${CREATE_KEY_HASH}`}>
          <KeyRound aria-hidden="true" />
          Create API Key
        </Link>
      </Button>
      <Button variant="primary" className="min-w-32" onClick={() => void copy(Promise.resolve(text))}>
        <Icon aria-hidden="true" />
        {copied ? copyMessages.copied : "Copy code"}
      </Button>
    </DialogFooter>
  );
}

/** Comments at the start of a line, and texts. */
const PARTS = /(^(?:#|\/\/).*$|"(?:[^"\\\n]|\\.)*")/m;

/** A comment and the texts in color. */
function SampleText({ text }: { text: string }) {
  return text.split(PARTS).map((part, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts never move
    <span key={at} className={colorOf(part, at % 2 === 1)}>
      {part}
    </span>
  ));
}

function colorOf(part: string, isMatch: boolean): string | undefined {
  if (!isMatch) return undefined;
  return part.startsWith('"') ? "text-code-string" : "text-ink-3";
}
