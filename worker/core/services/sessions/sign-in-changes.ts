import type { AuditAction } from "#core/domain/audit.ts";
import type { SecurityChangeKind } from "#core/domain/notifications.ts";
import type { SignInState } from "#core/storage/sign-in-state.ts";

interface SignInChange {
  action: AuditAction;
  change: SecurityChangeKind;
  /** The name of a linked or removed one. */
  method?: string;
  /** Epoch ms, where it is known better than when it was noticed. */
  since?: number;
}

const METHOD_NAMES: Record<string, string> = { email: "Email", google: "Google", github: "GitHub" };

export const isSameState = (one: SignInState, other: SignInState) =>
  one.secondFactor === other.secondFactor &&
  one.signInMethods === other.signInMethods &&
  one.passwordChangedAt === other.passwordChangedAt;

/** What the owner should know of a change. Methods and password count from when they were first seen. */
export function changesOf(known: SignInState, next: SignInState): SignInChange[] {
  const changes: SignInChange[] = [];
  if (next.secondFactor && !known.secondFactor)
    changes.push({ action: "mfa.enabled", change: "mfa_enabled" });
  if (!next.secondFactor && known.secondFactor)
    changes.push({ action: "mfa.disabled", change: "mfa_disabled" });
  if (known.signInMethods === null) return changes;
  const [before, after] = [methodsIn(known.signInMethods), methodsIn(next.signInMethods)];
  for (const method of namesOf(before, after))
    changes.push({ action: "method.removed", change: "method_removed", method });
  for (const method of namesOf(after, before))
    changes.push({ action: "method.linked", change: "method_linked", method });
  if (next.passwordChangedAt !== null && next.passwordChangedAt > (known.passwordChangedAt ?? 0))
    changes.push({ action: "password.changed", change: "password_changed", since: next.passwordChangedAt });
  return changes;
}

const methodsIn = (stored: string | null): string[] => (stored === null ? [] : JSON.parse(stored));

/** Of the methods that only the first list has. */
function namesOf(methods: string[], others: string[]): string[] {
  const providers = methods
    .filter((method) => !others.includes(method))
    .map((method) => method.split(":")[0] ?? "");
  return [...new Set(providers)].map((provider) => METHOD_NAMES[provider] ?? provider);
}
