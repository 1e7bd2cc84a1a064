import { ChevronsUpDown } from "lucide-react";
import { OnDemand } from "#app/components/ui/on-demand.tsx";
import { useSession } from "#app/features/auth/use-session.ts";
import { useSubscription } from "#app/features/subscription/use-subscription.ts";
import type { Plan } from "#core/domain/plans.ts";

/** Shown until the plan is known (spec sections 1 and 3). */
const DEFAULT_PLAN: Plan = "Free";

const loadMenu = () => import("./account-menu.tsx");

/** Who is signed in, with the menu 'My Account'. `onLeave` hears that a page was chosen in it. */
export function UserMenu({ onLeave }: { onLeave?: () => void }) {
  const { user } = useSession();
  const plan = useSubscription().data?.subscription_type ?? DEFAULT_PLAN;
  const button = (
    <button
      type="button"
      className="flex w-full items-center gap-2.5 rounded-control px-2 py-2 text-left transition-colors hover:bg-hover"
    >
      <span className="sr-only">My Account</span>
      <span
        className="grid size-7 shrink-0 place-items-center rounded-full bg-accent-soft text-caption font-semibold text-accent-ink"
        aria-hidden="true"
      >
        {user.email.charAt(0).toUpperCase()}
      </span>
      <span className="min-w-0 flex-1 leading-4">
        <span className="block truncate text-caption font-medium">{user.email}</span>
        <span className="block text-caption text-ink-3">Account: {plan}</span>
      </span>
      <ChevronsUpDown className="size-3.5 shrink-0 text-ink-3" aria-hidden="true" />
    </button>
  );
  return <OnDemand load={loadMenu} popup="menu" trigger={button} props={{ onLeave }} />;
}
