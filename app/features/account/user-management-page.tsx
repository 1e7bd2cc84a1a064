import ShieldCheck from "lucide-react/icons/shield-check";
import UserPlus from "lucide-react/icons/user-plus";
import { CardForm } from "#app/components/card-form.tsx";
import { TextField } from "#app/components/text-field.tsx";
import { Card, CardFooter } from "#app/components/ui/card.tsx";
import { PageHeader } from "#app/components/ui/page-header.tsx";
import { Tabs, TabsContent, TabsList, TabsTrigger } from "#app/components/ui/tabs.tsx";
import { authMessages } from "#app/features/auth/messages.ts";
import { api, unwrap } from "#app/lib/api-client.ts";
import { pages } from "#app/lib/pages.ts";
import { useAddress } from "#app/lib/use-address.ts";
import { type Form, useForm } from "#app/lib/use-form.ts";
import { asUser } from "./as-user.ts";
import { accountMessages } from "./messages.ts";
import { UpdateEmailForm } from "./update-email-form.tsx";
import { UpdatePasswordForm } from "./update-password-form.tsx";
import { invitationFailure, tabParameter, usersAddress } from "./users-view.ts";

const TABS = [
  { tab: "email", label: authMessages.updateEmail, Form: UpdateEmailForm },
  { tab: "password", label: authMessages.updatePassword, Form: UpdatePasswordForm },
  { tab: "invite", label: authMessages.inviteUser, Form: InviteForm },
] as const;

export const { meta } = pages.users;

export default function UserManagementPage() {
  const [{ tab: shown }, change] = useAddress(usersAddress);
  return (
    <>
      <PageHeader {...pages.users.heading} />
      <Card className="max-w-[36rem] pt-2">
        <h2 className="sr-only">Sign-in details and invitations</h2>
        <Tabs
          value={shown}
          onValueChange={(tab) => change({ tab: tabParameter.parse(tab) }, { replace: true })}
        >
          <TabsList
            aria-label="Account changes"
            className="px-6 max-lg:px-4 max-sm:justify-between max-sm:gap-2"
          >
            {TABS.map(({ tab, label }) => (
              <TabsTrigger key={tab} value={tab}>
                {label}
              </TabsTrigger>
            ))}
          </TabsList>
          {TABS.map(({ tab, Form }) => (
            <TabsContent key={tab} value={tab} tabIndex={-1}>
              <Form />
            </TabsContent>
          ))}
        </Tabs>
        <CardFooter className="justify-start gap-2 px-6 py-3.5">
          <ShieldCheck className="size-3.5 shrink-0" aria-hidden="true" />
          {authMessages.mayNeedVerification}
        </CardFooter>
      </Card>
    </>
  );
}

function InviteForm() {
  const form: Form<{ email: string }> = useForm({
    initial: { email: "" },
    send: async ({ email }) => {
      const json = { email: email.trim() };
      try {
        await asUser(() => unwrap(api.api.account.invitations.$post({ json })));
      } catch (failure) {
        throw invitationFailure(failure);
      }
    },
    onSent: () => form.reset(),
    fallback: authMessages.fallback.invitation,
    keepsFailure: true,
  });
  return (
    <CardForm
      form={form}
      success={{ title: authMessages.success.invitation, detail: accountMessages.invitedMayExist }}
      action={{ icon: <UserPlus aria-hidden="true" />, label: "Send invitation", busyLabel: "Sending…" }}
    >
      <TextField
        label="Email"
        hint="They’ll get an email with a link to create their own account."
        error={form.errorOf("email")}
        type="email"
        name="email"
        placeholder="name@company.com"
        required
        value={form.draft.email}
        onChange={(email) => form.edit({ email })}
      />
    </CardForm>
  );
}
