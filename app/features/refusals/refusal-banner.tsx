import { Link } from "@remix-run/react";
import { useQuery } from "@tanstack/react-query";
import CirclePause from "lucide-react/icons/circle-pause";
import { useState } from "react";
import { SupportText } from "#app/components/support-text.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { readerZone } from "#app/lib/reader-zone.ts";
import { currentRefusalsQuery } from "#app/lib/refusal-queries.ts";
import { requestsPath } from "#app/lib/usage-params.ts";
import { refusalMessages } from "./messages.ts";
import { RefusalAction } from "./refusal-action.tsx";
import { lastingRefusals, type Refused, refusedDetail, refusedTitle } from "./refusals-view.ts";

/** More at once would push the figures away; the rest is in the card. */
const MOST_SHOWN = 3;

/** Keys that are being refused for a cause that lasts, and the way out. Nothing while there is none. */
export function RefusalBanners({ keyId }: { keyId?: string }) {
  const latest = useQuery(currentRefusalsQuery(keyId)).data;
  const [held, hold] = useState<typeof latest>();
  const data = held ?? latest;
  const refused = data ? lastingRefusals(data).slice(0, MOST_SHOWN) : [];
  return (
    // Always there, so that a screen reader announces a banner that appears.
    <div role="status" className="grid grid-cols-1 gap-3 not-empty:mb-6 max-lg:not-empty:mb-3">
      {refused.map((one) => (
        <RefusalBanner
          key={`${one.code} ${one.refusals[0].key_id}`}
          refused={one}
          otherKeysWork={data?.other_keys_work ?? false}
          onOpenChange={(open) => hold(open ? data : undefined)}
        />
      ))}
    </div>
  );
}

interface RefusalBannerProps {
  refused: Refused;
  otherKeysWork: boolean;
  onOpenChange: (open: boolean) => void;
}

function RefusalBanner({ refused, otherKeysWork, onOpenChange }: RefusalBannerProps) {
  const reader = { zone: readerZone(), now: Date.now() };
  const [first, ...others] = refused.refusals;
  const filter = others.length === 0 ? { keyId: first.key_id } : {};
  return (
    <section className="flex items-center gap-x-4 gap-y-3 rounded-card border bg-surface px-4 py-3 shadow-card max-sm:flex-col max-sm:items-stretch">
      <div className="flex min-w-0 flex-1 items-start gap-3">
        <span className="grid size-8 shrink-0 place-items-center rounded-control bg-warning-soft text-warning-ink">
          <CirclePause strokeWidth={1.75} className="size-4" aria-hidden="true" />
        </span>
        <div className="min-w-0 text-small wrap-anywhere">
          <p className="font-medium">{refusedTitle(refused, reader)}</p>
          <p className="text-ink-2">
            <SupportText>{refusedDetail(refused, otherKeysWork, reader)}</SupportText>
          </p>
        </div>
      </div>
      <div className="flex shrink-0 items-center gap-2 max-sm:grid max-sm:auto-cols-fr max-sm:grid-flow-col max-sm:[&>*]:h-11">
        <Button asChild variant="ghost" size="sm" className="max-sm:border max-sm:border-edge">
          <Link to={requestsPath({ range: "24h" }, filter)}>{refusalMessages.viewRequests}</Link>
        </Button>
        <RefusalAction refused={refused} onOpenChange={onOpenChange} />
      </div>
    </section>
  );
}
