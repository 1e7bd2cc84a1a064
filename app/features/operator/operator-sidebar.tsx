import { Link } from "@remix-run/react";
import ArrowLeft from "lucide-react/icons/arrow-left";
import Bell from "lucide-react/icons/bell";
import BookOpen from "lucide-react/icons/book-open";
import CreditCard from "lucide-react/icons/credit-card";
import LayoutDashboard from "lucide-react/icons/layout-dashboard";
import ScrollText from "lucide-react/icons/scroll-text";
import ShieldCheck from "lucide-react/icons/shield-check";
import Tags from "lucide-react/icons/tags";
import Users from "lucide-react/icons/users";
import { Brand } from "#app/components/brand.tsx";
import { Badge } from "#app/components/ui/badge.tsx";
import { AccountButton, SidebarEntry } from "#app/features/shell/sidebar.tsx";
import type { NavEntry } from "#app/lib/nav.ts";
import { paths } from "#app/lib/paths.ts";
import type { OperatorResponse } from "#core/contract/operator.ts";

interface OperatorEntry extends NavEntry {
  /** A red count beside the entry, of what needs an operator. */
  count?: "firing_alerts" | "failing_payments";
}

const ENTRIES: OperatorEntry[] = [
  { to: paths.operator, label: "Overview", Icon: LayoutDashboard },
  { to: paths.operatorAccounts, label: "Accounts", Icon: Users },
  { to: paths.operatorPrices, label: "Models & prices", Icon: Tags },
  { to: paths.operatorPayments, label: "Payments & webhooks", Icon: CreditCard, count: "failing_payments" },
  { to: paths.operatorAlerts, label: "Alerts", Icon: Bell, count: "firing_alerts" },
  { to: paths.operatorAudit, label: "Audit", Icon: ScrollText },
];

interface OperatorSidebarProps {
  operator: OperatorResponse;
  /** Called when the reader chooses a page. */
  onLeave?: () => void;
}

const REFERENCE =
  "group flex h-8 items-center gap-2.5 rounded-item px-2.5 text-small font-medium text-ink-2 transition-colors hover:bg-hover hover:text-ink max-lg:h-11";
const REFERENCE_ICON = "size-4 shrink-0 text-ink-3 group-hover:text-ink-2";

export const OperatorSidebar = ({ operator, onLeave }: OperatorSidebarProps) => (
  <>
    <div className="flex h-topbar shrink-0 items-center px-4">
      <OperatorBrand />
    </div>
    <nav className="flex-1 overflow-y-auto px-3 pt-3" aria-label="Operator">
      <div className="grid gap-0.5">
        {ENTRIES.map(({ count, ...entry }) => (
          <SidebarEntry
            key={entry.to}
            className="group-aria-[current=page]:text-operator"
            onLeave={onLeave}
            {...entry}
            {...(count && { count: operator[count] })}
          />
        ))}
      </div>
      <h2 className="mt-6 mb-1.5 px-2.5 text-caption font-medium text-ink-3">Reference</h2>
      {operator.runbook !== null && (
        <a href={operator.runbook} target="_blank" rel="noopener noreferrer" className={REFERENCE}>
          <BookOpen className={REFERENCE_ICON} aria-hidden="true" />
          Runbook
        </a>
      )}
      <Link to={paths.dashboard} onClick={onLeave} className={REFERENCE}>
        <ArrowLeft className={REFERENCE_ICON} aria-hidden="true" />
        Customer dashboard
      </Link>
    </nav>
    <div className="border-t border-operator-line p-2">
      <AccountButton account={<OperatorLine email={operator.email} />} onLeave={onLeave} />
    </div>
  </>
);

export const OperatorBrand = () => (
  <span className="flex items-center gap-2.5">
    <Brand to={paths.operator} colors={["fill-operator", "fill-operator-canvas"]} />
    <Badge className="bg-operator-soft text-operator-ink">Operator</Badge>
  </span>
);

const OperatorLine = ({ email }: { email: string }) => (
  <>
    <span
      className="grid size-7 shrink-0 place-items-center rounded-full bg-operator-soft text-caption font-semibold text-operator-ink"
      aria-hidden="true"
    >
      {email.charAt(0).toUpperCase()}
    </span>
    <span className="min-w-0 flex-1 leading-4">
      <span className="block truncate text-caption font-medium">{email}</span>
      <span className="flex items-center gap-1 text-caption text-ink-3">
        <ShieldCheck className="size-3 shrink-0" aria-hidden="true" />
        Two-factor verified
      </span>
    </span>
  </>
);
