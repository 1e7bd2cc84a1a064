import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { Badge } from "#app/components/ui/badge.tsx";
import { PageHeader } from "#app/components/ui/page-header.tsx";
import { keyStateOf, nameWithTail, predecessorOf, successorOf } from "#app/features/keys/key-life-view.ts";
import { KeyText } from "#app/features/keys/key-text.tsx";
import { LastUsed } from "#app/features/keys/last-used.tsx";
import { paths } from "#app/lib/paths.ts";
import type { ApiKey } from "#core/contract/keys.ts";
import type { KeyState } from "#core/domain/key-life.ts";
import { lifeFacts } from "./key-facts.ts";
import { KEY_STATE_LABELS } from "./messages.ts";

const TONES = { active: "success", disabled: "neutral", expired: "danger", revoked: "neutral" } as const;

export interface KnownKey {
  apiKey: ApiKey;
  /** The account's keys, this one among them. */
  keys: ApiKey[];
}

export const Breadcrumb = () => (
  <nav aria-label="Breadcrumb" className="mb-2 flex items-center gap-1.5 text-small text-ink-3">
    <Link to={paths.apiKeys} className="rounded-tag hover:text-ink max-lg:py-2">
      API Keys
    </Link>
    <span aria-hidden="true">/</span>
    <span aria-current="page" className="text-ink-2">
      Usage
    </span>
  </nav>
);

function StateBadge({ state }: { state: KeyState }) {
  return (
    <Badge tone={TONES[state]}>
      <span className="size-1.5 rounded-full bg-current" aria-hidden="true" />
      {KEY_STATE_LABELS[state]}
    </Badge>
  );
}

function Facts({ apiKey, keys }: KnownKey) {
  return (
    <span className="flex flex-wrap items-center gap-x-3 gap-y-1 text-small text-ink-3">
      <span className="text-ink-2">
        <KeyText value={apiKey.key} />
      </span>
      {lifeFacts(apiKey, Date.now()).map((fact) => (
        <span key={fact}>{fact}</span>
      ))}
      <span>
        <LastUsed at={apiKey.last_used} prefix="Last used " />
      </span>
      <OtherKey word="Replaced by" other={successorOf(apiKey, keys)} />
      <OtherKey word="Replaces" other={predecessorOf(apiKey, keys)} />
    </span>
  );
}

/** The other one of a rotation: the traffic of both is what the reader is after. */
function OtherKey({ word, other }: { word: string; other: ApiKey | undefined }) {
  if (!other) return null;
  return (
    <span>
      {word}{" "}
      <Link
        to={paths.keyUsage(other.id)}
        className="rounded-tag text-accent-ink underline-offset-4 wrap-anywhere hover:underline"
      >
        {nameWithTail(other)}
      </Link>
    </span>
  );
}

export function KeyUsageHeader({ apiKey, keys, actions }: KnownKey & { actions: ReactNode }) {
  return (
    <>
      <Breadcrumb />
      <PageHeader
        title={apiKey.name}
        badge={<StateBadge state={keyStateOf(apiKey, Date.now())} />}
        description={<Facts apiKey={apiKey} keys={keys} />}
        actions={actions}
      />
    </>
  );
}
