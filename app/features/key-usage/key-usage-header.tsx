import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { LongName } from "#app/components/long-name.tsx";
import { Badge } from "#app/components/ui/badge.tsx";
import { PageHeader } from "#app/components/ui/page-header.tsx";
import { Skeleton } from "#app/components/ui/skeleton.tsx";
import { KeyText, LastUsed } from "#app/features/keys/key-facts.tsx";
import { keyStateOf, lifeFacts, nameWithTail, predecessorOf, successorOf } from "#app/lib/keys/key-life.ts";
import { paths } from "#app/lib/paths.ts";
import type { ApiKey } from "#core/contract/keys.ts";
import { KEY_STATE_LABELS } from "./messages.ts";

const TONES = { active: "success", disabled: "neutral", expired: "danger", revoked: "neutral" } as const;

export type KnownKey = { apiKey: ApiKey; keys: ApiKey[] };

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
      <OtherKey label="Replaced by" other={successorOf(apiKey, keys)} />
      <OtherKey label="Replaces" other={predecessorOf(apiKey, keys)} />
    </span>
  );
}

function OtherKey({ label, other }: { label: string; other: ApiKey | undefined }) {
  if (!other) return null;
  return (
    <span>
      {label}{" "}
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
  const state = keyStateOf(apiKey, Date.now());
  return (
    <>
      <Breadcrumb />
      <PageHeader
        title={<LongName>{apiKey.name}</LongName>}
        badge={
          <Badge tone={TONES[state]}>
            <span className="size-1.5 rounded-full bg-current" aria-hidden="true" />
            {KEY_STATE_LABELS[state]}
          </Badge>
        }
        description={<Facts apiKey={apiKey} keys={keys} />}
        actions={actions}
      />
    </>
  );
}

export const KeyUsageHeaderSkeleton = () => (
  <>
    <Breadcrumb />
    <PageHeader
      title={
        <>
          <span className="sr-only">Loading API key</span>
          <Skeleton className="my-1 h-5 w-36" />
        </>
      }
      description={
        <span className="flex h-5.5 items-center">
          <Skeleton className="h-3.5 w-80 max-w-full" />
        </span>
      }
      actions={
        <>
          <Skeleton className="h-9 w-38 rounded-control max-lg:h-10 max-sm:flex-1" />
          <Skeleton className="h-9 w-25 rounded-control max-lg:h-10" />
        </>
      }
    />
  </>
);
