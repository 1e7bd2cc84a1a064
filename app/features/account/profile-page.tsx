import { useLocation } from "@remix-run/react";
import { useQuery } from "@tanstack/react-query";
import { type ComponentType, useEffect, useId } from "react";
import { PageHeader } from "#app/components/ui/page-header.tsx";
import { NotificationSettingsCard } from "#app/features/notifications/notification-settings-card.tsx";
import { cn } from "#app/lib/class-names.ts";
import { pages } from "#app/lib/pages.ts";
import { AccountCard } from "./account-card.tsx";
import { DeleteAccountCard } from "./delete-account-card.tsx";
import { accountMessages } from "./messages.ts";
import { accountSessionsQuery, accountUserQuery } from "./queries.ts";
import { SessionsCard } from "./sessions-card.tsx";
import { SignInMethodsCard } from "./sign-in-methods-card.tsx";
import { ThemeChoice } from "./theme-choice.tsx";
import { TwoFactorCard } from "./two-factor-card.tsx";

const SECTIONS: SettingsSectionProps[] = [
  { id: "account", title: "Account", description: "Your name, email and password.", Content: AccountCard },
  { id: "appearance", title: "Appearance", description: "Saved in this browser.", Content: ThemeChoice },
  {
    id: "notifications",
    title: "Notifications",
    description:
      "Choose what to be notified about, in the app and by email. Changes are saved automatically.",
    Content: NotificationSettingsCard,
  },
  {
    id: "two-factor",
    title: "Two-factor authentication",
    description: `A second step that protects your keys and your balance. ${accountMessages.recovery}`,
    Content: TwoFactorCard,
  },
  {
    id: "sign-in-methods",
    title: "Sign-in methods",
    description: "You can sign in with any of these.",
    Content: SignInMethodsCard,
  },
  {
    id: "sessions",
    title: "Active sessions",
    description:
      "Devices where you’re signed in. Sign out any you don’t recognize, then change your password.",
    Content: SessionsCard,
  },
  {
    id: "delete-account",
    title: "Delete account",
    description: "This is permanent and can’t be undone.",
    Content: DeleteAccountCard,
  },
];

export function ProfilePage() {
  const settled = useSections();
  return (
    <>
      <PageHeader {...pages.settings.heading} />
      <div>
        {SECTIONS.map((section) => (
          <SettingsSection
            key={section.id}
            {...section}
            // The last one is hidden until the list above it has its final length, or it would jump.
            className={cn(section.id === "delete-account" && !settled && "invisible")}
          />
        ))}
      </div>
    </>
  );
}

/**
 * Scrolls to the section in the address once every section has its final size. A browser does so only for sections
 * that are there when the page loads.
 * @returns true once they have their final size.
 */
function useSections(): boolean {
  const { hash } = useLocation();
  const user = useQuery(accountUserQuery);
  const sessions = useQuery(accountSessionsQuery);
  const settled = !user.isPending && !sessions.isPending;
  useEffect(() => {
    if (settled && hash) document.getElementById(hash.slice(1))?.scrollIntoView();
  }, [settled, hash]);
  return settled;
}

interface SettingsSectionProps {
  id: string;
  title: string;
  description: string;
  className?: string;
  Content: ComponentType;
}

/** Its description is on the left, its controls on the right. It takes the focus when a focused control is removed. */
function SettingsSection({ id, title, description, className, Content }: SettingsSectionProps) {
  const headingId = useId();
  return (
    <section
      id={id}
      tabIndex={-1}
      aria-labelledby={headingId}
      className={cn(
        "grid scroll-mt-topbar outline-none grid-cols-[15rem_minmax(0,1fr)] gap-8 border-t py-8 first:border-t-0 first:pt-2 max-lg:grid-cols-[minmax(0,1fr)] max-lg:gap-4 max-lg:py-6",
        className,
      )}
    >
      <div>
        <h2 id={headingId} className="text-body font-medium">
          {title}
        </h2>
        <p className="mt-1 text-small text-ink-2">{description}</p>
      </div>
      <div className="min-w-0">
        <Content />
      </div>
    </section>
  );
}
