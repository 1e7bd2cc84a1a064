import { PageHeader } from "#app/components/ui/page-header.tsx";
import { NotificationSettingsCard } from "#app/features/notifications/notification-settings-card.tsx";
import { cn } from "#app/lib/class-names.ts";
import { pageHeadings } from "#app/lib/page-headings.ts";
import { AccountCard } from "./account-card.tsx";
import { DeleteAccountCard } from "./delete-account-card.tsx";
import { accountMessages } from "./messages.ts";
import { SessionsCard } from "./sessions-card.tsx";
import { SettingsSection } from "./settings-section.tsx";
import { SignInMethodsCard } from "./sign-in-methods-card.tsx";
import { ThemeChoice } from "./theme-choice.tsx";
import { TwoFactorCard } from "./two-factor-card.tsx";
import { useSections } from "./use-sections.ts";

export function ProfilePage() {
  const settled = useSections();
  return (
    <>
      <PageHeader {...pageHeadings.settings} />
      <div>
        <SettingsSection id="account" title="Account" description="Who you are, and what you sign in with.">
          <AccountCard />
        </SettingsSection>
        <SettingsSection id="appearance" title="Appearance" description="Kept in this browser.">
          <ThemeChoice />
        </SettingsSection>
        <SettingsSection
          id="notifications"
          title="Notifications"
          description="Under the bell at the top, and by email. Each change is saved at once."
        >
          <NotificationSettingsCard />
        </SettingsSection>
        <SettingsSection
          id="two-factor"
          title="Two-factor authentication"
          description={
            <>A second step that protects your keys and your balance. {accountMessages.recovery}</>
          }
        >
          <TwoFactorCard />
        </SettingsSection>
        <SettingsSection
          id="sign-in-methods"
          title="Sign-in methods"
          description="Any of these opens this account."
        >
          <SignInMethodsCard />
        </SettingsSection>
        <SettingsSection
          id="sessions"
          title="Active sessions"
          description="Where you are signed in. End what you do not recognize, then change your password."
        >
          <SessionsCard />
        </SettingsSection>
        {/* What stands below a list of unknown length comes with it, or it would jump. */}
        <SettingsSection
          id="delete-account"
          title="Delete account"
          description="For good. There is no way back."
          className={cn(!settled && "invisible")}
        >
          <DeleteAccountCard />
        </SettingsSection>
      </div>
    </>
  );
}
