import Check from "lucide-react/icons/check";
import ChevronDown from "lucide-react/icons/chevron-down";
import Copy from "lucide-react/icons/copy";
import { useCopy } from "#app/components/copy-button.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { OnDemand } from "#app/components/ui/on-demand.tsx";
import { paths } from "#app/lib/paths.ts";
import { docsMessages } from "./messages.ts";

/** Copies the page as Markdown; the menu beside it opens the same text. */
export function CopyMarkdown({ path }: { path: string }) {
  const address = `${paths.documentationTopic(path)}.md`;
  const { copied, busy, copy } = useCopy({ failed: docsMessages.markdownFailed });
  const Icon = copied ? Check : Copy;
  const more = (
    <Button
      size="icon"
      aria-label={docsMessages.moreFormats}
      className="h-9 rounded-l-none border-l max-lg:h-10 max-sm:h-11"
    >
      <ChevronDown className="size-4" aria-hidden="true" />
    </Button>
  );
  return (
    <span className="inline-flex max-sm:w-full noscript:hidden">
      <Button
        className="h-9 rounded-r-none border-r-0 max-lg:h-10 max-sm:h-11 max-sm:flex-1"
        disabled={busy}
        onClick={() => copy(fetchText(address))}
      >
        <Icon className={copied ? "text-success-ink" : ""} aria-hidden="true" />
        <span aria-live="polite">{copied ? docsMessages.copied : docsMessages.copyMarkdown}</span>
      </Button>
      <OnDemand
        load={() => import("./markdown-menu.tsx")}
        popup="menu"
        trigger={more}
        props={{ address, onCopy: () => copy(fetchText(address)) }}
      />
    </span>
  );
}

async function fetchText(address: string): Promise<string> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`The Markdown returned ${response.status}.`);
  return await response.text();
}
