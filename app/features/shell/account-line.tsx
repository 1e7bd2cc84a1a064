import { useSession } from "#app/features/auth/use-session.ts";
import { useSubscription } from "#app/features/subscription/use-subscription.ts";
import type { Plan } from "#core/domain/plans.ts";

/** Shown until the plan is known (spec sections 1 and 3). */
const DEFAULT_PLAN: Plan = "Free";

/** Who is signed in, and their plan. */
export function AccountLine() {
  const { user } = useSession();
  const plan = useSubscription().data?.subscription_type ?? DEFAULT_PLAN;
  return (
    <>
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
    </>
  );
}
