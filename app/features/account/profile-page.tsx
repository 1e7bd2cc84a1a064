import { Link } from "@remix-run/react";
import { useQuery } from "@tanstack/react-query";
import type { ComponentType, ReactNode } from "react";
import { SettingsSection, useScrollToSection } from "#app/components/settings-section.tsx";
import { PageHeader } from "#app/components/ui/page-header.tsx";
import { NotificationSettingsCard } from "#app/features/notifications/notification-settings-card.tsx";
import { cn } from "#app/lib/class-names.ts";
import { pages } from "#app/lib/pages.ts";
import { paths } from "#app/lib/paths.ts";
import { accessTokensQuery } from "./access-tokens.ts";
import { AccessTokensCard } from "./access-tokens-card.tsx";
import { AccountCard } from "./account-card.tsx";
import { DeleteAccountCard } from "./delete-account-card.tsx";
import { DownloadDataCard } from "./download-data-card.tsx";
import { accountSessionsQuery, accountUserQuery } from "./queries.ts";
import { SessionsCard } from "./sessions-card.tsx";
import { SignInMethodsCard } from "./sign-in-methods-card.tsx";
import { ThemeChoice } from "./theme-choice.tsx";
import { TwoFactorCard } from "./two-factor-card.tsx";

const SECTIONS: { id: string; title: string; description: ReactNode; Content: ComponentType }[] = [
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
    description: "A second step that protects your keys and your balance.",
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
    id: "access-tokens",
    title: "Access tokens",
    description: (
      <>
        For scripts that read your usage or manage your keys through the API.{" "}
        <Link
          to={paths.documentationTopic("access-tokens")}
          className="font-medium text-accent-ink underline-offset-4 hover:underline"
        >
          How to use them
        </Link>
      </>
    ),
    Content: AccessTokensCard,
  },
  {
    id: "your-data",
    title: "Your data",
    description: "Take a copy of it with you.",
    Content: DownloadDataCard,
  },
  {
    id: "delete-account",
    title: "Delete account",
    description: "This is permanent and can’t be undone.",
    Content: DeleteAccountCard,
  },
];

export const { meta } = pages.settings;

export default function ProfilePage() {
  const hidden = useHiddenSections();
  return (
    <>
      <PageHeader {...pages.settings.heading} />
      <div>
        {SECTIONS.map(({ Content, ...section }) => (
          <SettingsSection
            key={section.id}
            {...section}
            className={cn(hidden.includes(section.id) && "invisible")}
          >
            <Content />
          </SettingsSection>
        ))}
      </div>
    </>
  );
}

/** Sections below a list that doesn't have its final length yet: they would jump. */
function useHiddenSections(): string[] {
  const user = useQuery(accountUserQuery);
  const sessions = useQuery(accountSessionsQuery);
  const tokens = useQuery(accessTokensQuery);
  const listed = !user.isPending && !sessions.isPending;
  const settled = listed && !tokens.isPending;
  useScrollToSection(settled);
  if (settled) return [];
  const last = ["your-data", "delete-account"];
  return listed ? last : ["access-tokens", ...last];
}
