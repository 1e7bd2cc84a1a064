import type { ReactNode } from "react";
import { Alert } from "#app/components/ui/alert.tsx";
import type { ApiKey } from "#core/contract/keys.ts";
import { KeyText } from "./key-text.tsx";
import { isInUse } from "./keys-view.ts";
import { LastUsed } from "./last-used.tsx";

/** Which key a dialog is about, and when it was last needed. */
export function KeyFacts({ apiKey }: { apiKey: ApiKey }) {
  return (
    <dl className="mt-5 divide-y rounded-control border px-4 text-small">
      <Row label="Name">
        <span className="font-medium wrap-anywhere">{apiKey.name}</span>
      </Row>
      <Row label="API Key">
        <KeyText value={apiKey.key} />
      </Row>
      <Row label="Last used">
        <LastUsed at={apiKey.last_used} />
      </Row>
    </dl>
  );
}

export function InUseWarning({ apiKey }: { apiKey: ApiKey }) {
  if (!isInUse(apiKey.last_used, Date.now())) return null;
  return (
    <Alert tone="warning" className="mt-3">
      In use right now. Move traffic to another key first.
    </Alert>
  );
}

function Row({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex justify-between gap-4 py-2.5">
      <dt className="shrink-0 text-ink-2">{label}</dt>
      <dd className="min-w-0 text-right">{children}</dd>
    </div>
  );
}
