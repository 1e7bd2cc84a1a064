import { Link, useParams } from "@remix-run/react";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import UserSearch from "lucide-react/icons/user-search";
import { FailedLoad } from "#app/components/failed-load.tsx";
import { QueryState } from "#app/components/query-state.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { Card } from "#app/components/ui/card.tsx";
import { EmptyState } from "#app/components/ui/empty-state.tsx";
import { PageHeader } from "#app/components/ui/page-header.tsx";
import { COLUMNS } from "#app/features/operator/columns.ts";
import { operatorMessages } from "#app/features/operator/messages.ts";
import { operatorMeta } from "#app/features/operator/operator-meta.ts";
import { accountAuditQuery, accountLedgerQuery, accountQuery } from "#app/features/operator/queries.ts";
import { failureMessage } from "#app/lib/api-error.ts";
import { paths } from "#app/lib/paths.ts";
import type { OperatorAccountResponse } from "#core/contract/operator.ts";
import { AccountAudit } from "./account-audit.tsx";
import { AccountEmails } from "./account-emails.tsx";
import { IdentityCard, PlanCard } from "./account-facts.tsx";
import { AccountHeader } from "./account-header.tsx";
import { AccountKeys } from "./account-keys.tsx";
import { AccountLedger } from "./account-ledger.tsx";
import { ACCOUNT_SIDE, AccountSkeleton } from "./account-skeleton.tsx";
import { AccountStats } from "./account-stats.tsx";
import { AccountUsage } from "./account-usage.tsx";

const TEXTS = operatorMessages.account;

export const meta = operatorMeta("Account");

export default function AccountPage() {
  const { id = "" } = useParams();
  return /^\d+$/.test(id) ? <AccountById id={id} /> : <UnknownAccount />;
}

/** Shown as a whole, because cards of unknown height would push those below them. */
function AccountById({ id }: { id: string }) {
  const ledger = useInfiniteQuery(accountLedgerQuery(id));
  const audit = useQuery(accountAuditQuery(id));
  return (
    <QueryState
      query={useQuery(accountQuery(id))}
      waitFor={[ledger, audit]}
      loading={TEXTS.loading}
      skeleton={<AccountSkeleton />}
      notFound={<UnknownAccount />}
      failed={({ error, onRetry }) => (
        <>
          <PageHeader title="Account" />
          <FailedLoad
            variant="page"
            title={TEXTS.failed}
            reason={failureMessage(error, "")}
            onRetry={onRetry}
          />
        </>
      )}
    >
      {(account) => <Account key={account.id} account={account} ledger={ledger} audit={audit} />}
    </QueryState>
  );
}

interface AccountProps {
  account: OperatorAccountResponse;
  ledger: Parameters<typeof AccountLedger>[0]["query"];
  audit: Parameters<typeof AccountAudit>[0]["query"];
}

/** On a phone, the cards of both columns are one list, in another order. */
const Account = ({ account, ledger, audit }: AccountProps) => (
  <>
    <AccountHeader account={account} />
    <AccountStats account={account} />
    <div className={COLUMNS}>
      <div className={ACCOUNT_SIDE}>
        <AccountLedger account={account} query={ledger} className="max-lg:order-2" />
        <AccountKeys account={account} className="max-lg:order-3" />
        <AccountAudit account={account} query={audit} className="max-lg:order-6" />
        <AccountEmails account={account} className="max-lg:order-7" />
      </div>
      <div className={ACCOUNT_SIDE}>
        <IdentityCard account={account} className="max-lg:order-5" />
        <PlanCard account={account} className="max-lg:order-4" />
        <AccountUsage account={account} className="max-lg:order-1" />
      </div>
    </div>
  </>
);

const UnknownAccount = () => (
  <>
    <PageHeader title="Account" />
    <Card>
      <EmptyState
        icon={UserSearch}
        title={TEXTS.unknown}
        description={TEXTS.unknownHint}
        action={
          <Button asChild>
            <Link to={paths.operatorAccounts}>{TEXTS.all}</Link>
          </Button>
        }
      />
    </Card>
  </>
);
