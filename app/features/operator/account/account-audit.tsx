import { Link } from "@remix-run/react";
import type { UseQueryResult } from "@tanstack/react-query";
import { DataTable } from "#app/components/data-table.tsx";
import { countText } from "#app/components/paged-panel.tsx";
import { QueryState } from "#app/components/query-state.tsx";
import { Card, CardFooter, CardTitle } from "#app/components/ui/card.tsx";
import { ACCOUNT_AUDIT } from "#app/features/operator/audit-list.tsx";
import { operatorMessages } from "#app/features/operator/messages.ts";
import { cn } from "#app/lib/class-names.ts";
import { paths } from "#app/lib/paths.ts";
import type { OperatorAccountResponse, OperatorAuditResponse } from "#core/contract/operator.ts";

const TEXTS = operatorMessages.account;

interface AccountAuditProps {
  account: OperatorAccountResponse;
  query: UseQueryResult<OperatorAuditResponse>;
  className: string;
}

/** The newest operator actions on the account. */
export const AccountAudit = ({ account, query, className }: AccountAuditProps) => (
  <Card className={cn("min-w-0", className)}>
    <CardTitle className="border-b px-5 py-4 max-lg:px-4">Audit</CardTitle>
    <Entries query={query} />
    <CardFooter className="min-h-11">
      <span>{entriesText(query.data)}</span>
      <Link
        to={`${paths.operatorAudit}?account=${account.id}`}
        className="rounded-tag font-medium text-accent-ink underline-offset-4 hover:underline"
      >
        Open in Audit
      </Link>
    </CardFooter>
  </Card>
);

const Entries = ({ query }: Pick<AccountAuditProps, "query">) => (
  <QueryState query={query} failed={{ title: TEXTS.auditFailed, blockedOnly: true }}>
    {(data) =>
      data?.items.length === 0 ? (
        <p className="px-5 py-4 text-small text-ink-2 max-lg:px-4">{TEXTS.auditEmpty}</p>
      ) : (
        data && <DataTable {...ACCOUNT_AUDIT} rows={data.items} />
      )
    }
  </QueryState>
);

function entriesText(data: OperatorAuditResponse | undefined): string {
  if (!data || data.items.length === 0) return "";
  const { items, next_cursor } = data;
  return next_cursor === null ? countText(items.length, false) : `Showing the newest ${items.length}`;
}
