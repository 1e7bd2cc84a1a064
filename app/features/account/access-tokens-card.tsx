import { useQuery, useQueryClient } from "@tanstack/react-query";
import KeyRound from "lucide-react/icons/key-round";
import { useRef } from "react";
import { Confirmation, ConfirmDialog } from "#app/components/confirm-dialog.tsx";
import { LongName } from "#app/components/long-name.tsx";
import { QueryState } from "#app/components/query-state.tsx";
import { Button, QUIET_DANGER } from "#app/components/ui/button.tsx";
import { Card } from "#app/components/ui/card.tsx";
import { EmptyState } from "#app/components/ui/empty-state.tsx";
import { Skeleton } from "#app/components/ui/skeleton.tsx";
import { cn } from "#app/lib/class-names.ts";
import { formatDate } from "#app/lib/format.ts";
import { useForm } from "#app/lib/use-form.ts";
import type { AccessToken } from "#core/contract/access-tokens.ts";
import { MAX_ACCESS_TOKENS, type TokenScope } from "#core/domain/access-token.ts";
import { accessTokensQuery, isExpired, lastUseText, revokeToken } from "./access-tokens.ts";
import { CreateTokenDialog } from "./create-token-dialog.tsx";
import { accountMessages } from "./messages.ts";

const WORDS = accountMessages.accessTokens;

export function AccessTokensCard() {
  const query = useQuery(accessTokensQuery);
  const card = useRef<HTMLElement>(null);
  const full = (query.data?.length ?? 0) >= MAX_ACCESS_TOKENS;
  return (
    <Card ref={card}>
      <QueryState
        query={query}
        loading="Loading access tokens"
        skeleton={<TokensSkeleton />}
        failed={accountMessages.loadFailed}
      >
        {(tokens) => <TokenList tokens={tokens} />}
      </QueryState>
      <footer className="flex items-center justify-between gap-4 border-t px-5 py-4 max-lg:px-4 max-sm:flex-col max-sm:items-stretch">
        <p className={cn("min-w-0 text-caption", full ? "text-warning-ink" : "text-ink-3")}>
          {full ? WORDS.full(MAX_ACCESS_TOKENS) : WORDS.limits}
        </p>
        <CreateTokenDialog ready={query.data !== undefined && !full} />
      </footer>
    </Card>
  );
}

function TokenList({ tokens }: { tokens: AccessToken[] }) {
  if (tokens.length === 0)
    return (
      <EmptyState
        icon={KeyRound}
        title={WORDS.none.title}
        description={WORDS.none.description}
        className="py-10"
      />
    );
  return (
    <ul className="divide-y">
      {tokens.map((token) => (
        <TokenRow key={token.id} token={token} />
      ))}
    </ul>
  );
}

function TokenRow({ token }: { token: AccessToken }) {
  const { name, token: mask, scopes, expires_at } = token;
  const expired = isExpired(token, Date.now());
  return (
    <li className="flex min-h-20 items-center gap-3 px-5 py-3 max-lg:px-4">
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-baseline gap-x-2.5 gap-y-0.5 text-small">
          <LongName className="font-medium">{name}</LongName>
          <code translate="no" className="font-mono whitespace-nowrap text-ink-2">
            {mask}
          </code>
        </p>
        <div className="mt-1.5 flex flex-wrap items-center gap-x-3 gap-y-1.5">
          <ScopeTags scopes={scopes} />
          <p className="text-caption text-ink-3">
            {lastUseText(token)} ·{" "}
            <span className={cn("whitespace-nowrap", expired && "text-warning-ink")}>
              {expired ? "Expired" : "Expires"} <time dateTime={expires_at}>{formatDate(expires_at)}</time>
            </span>
          </p>
        </div>
      </div>
      <RevokeTokenDialog token={token} expired={expired} />
    </li>
  );
}

const ScopeTags = ({ scopes }: { scopes: readonly TokenScope[] }) => (
  <ul aria-label="Scopes" className="flex flex-wrap gap-1.5">
    {scopes.map((scope) => (
      <li key={scope} className="rounded-tag bg-fill px-1.5 py-0.5 font-mono text-caption text-ink-2">
        {scope}
      </li>
    ))}
  </ul>
);

type RevokeTokenProps = { token: AccessToken; expired: boolean };

function RevokeTokenDialog({ token, expired }: RevokeTokenProps) {
  const words = expired ? WORDS.remove : WORDS.revoke;
  const button = (
    <Button
      variant="ghost"
      size="sm"
      className={QUIET_DANGER}
      aria-label={`${words.label} access token ${token.name}`}
    >
      {words.label}
    </Button>
  );
  return (
    <ConfirmDialog trigger={button}>
      {(done) => <RevokeTokenForm token={token} expired={expired} onDone={done} />}
    </ConfirmDialog>
  );
}

function RevokeTokenForm({ token, expired, onDone }: RevokeTokenProps & { onDone: () => void }) {
  const queryClient = useQueryClient();
  const words = expired ? WORDS.remove : WORDS.revoke;
  const form = useForm({
    initial: {},
    send: async () => {
      await revokeToken(token.id);
      await queryClient.invalidateQueries(accessTokensQuery);
    },
    notice: words.done,
    onSent: onDone,
    fallback: WORDS.revokeFailed,
  });
  return (
    <Confirmation
      form={form}
      title={words.title}
      description={words.description(token.name)}
      action={{ label: words.action, busyLabel: words.busy }}
    />
  );
}

/** Its rows are as high as the loaded ones. */
const TokensSkeleton = () => (
  <div className="divide-y">
    {["first", "second"].map((row) => (
      <div key={row} className="flex h-20 items-center gap-3 px-5 max-lg:px-4">
        <div className="grid flex-1 gap-2.5">
          <Skeleton className="h-4 w-56 max-w-full" />
          <Skeleton className="h-4 w-72 max-w-full" />
        </div>
        <Skeleton className="h-4 w-12" />
      </div>
    ))}
  </div>
);
