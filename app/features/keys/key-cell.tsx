import { HoverCard, HoverCardContent, HoverCardTrigger } from "#app/components/ui/hover-card.tsx";
import type { ApiKey } from "#core/contract/keys.ts";
import { KeyText } from "./key-text.tsx";
import { HOVER_CLOSE_MS, HOVER_OPEN_MS } from "./keys-view.ts";
import { SampleRequest } from "./sample-request.tsx";

/** A key with its sample request behind it; `full` replaces the masked form. */
export function KeyCell({ apiKey, full }: { apiKey: ApiKey; full: string | undefined }) {
  return (
    <HoverCard openDelay={HOVER_OPEN_MS} closeDelay={HOVER_CLOSE_MS}>
      <HoverCardTrigger asChild>
        <button
          type="button"
          className="rounded-tag text-left decoration-control decoration-dotted underline-offset-4 hover:underline data-[state=open]:underline"
        >
          <KeyText value={full ?? apiKey.key} />
        </button>
      </HoverCardTrigger>
      <HoverCardContent
        role="region"
        aria-label="Sample request"
        align="start"
        className="w-[27rem] max-w-[calc(100vw-2rem)]"
      >
        <SampleRequest id={apiKey.id} masked={apiKey.key} />
      </HoverCardContent>
    </HoverCard>
  );
}
