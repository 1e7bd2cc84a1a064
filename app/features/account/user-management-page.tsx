import { useSearchParams } from "@remix-run/react";
import { ShieldCheck } from "lucide-react";
import { Card, CardFooter } from "#app/components/ui/card.tsx";
import { PageHeader } from "#app/components/ui/page-header.tsx";
import { Tabs, TabsContent, TabsList, TabsTrigger } from "#app/components/ui/tabs.tsx";
import { authMessages } from "#app/features/auth/messages.ts";
import { pageHeadings } from "#app/lib/page-headings.ts";
import { InviteForm } from "./invite-form.tsx";
import { TAB_PARAMETER, tabFrom } from "./tab-param.ts";
import { UpdateEmailForm } from "./update-email-form.tsx";
import { UpdatePasswordForm } from "./update-password-form.tsx";

const tabs = [
  { tab: "email", label: authMessages.updateEmail, Form: UpdateEmailForm },
  { tab: "password", label: authMessages.updatePassword, Form: UpdatePasswordForm },
  { tab: "invite", label: authMessages.inviteUser, Form: InviteForm },
] as const;

export function UserManagementPage() {
  const [search, setSearch] = useSearchParams();
  const choose = (tab: string) =>
    setSearch({ [TAB_PARAMETER]: tab }, { replace: true, preventScrollReset: true });
  return (
    <>
      <PageHeader {...pageHeadings.users} />
      <Card className="max-w-[36rem] pt-2">
        <h2 className="sr-only">Sign-in details and invitations</h2>
        <Tabs value={tabFrom(search.get(TAB_PARAMETER))} onValueChange={choose}>
          <TabsList
            aria-label="What to change"
            className="px-6 max-lg:px-4 max-sm:justify-between max-sm:gap-2"
          >
            {tabs.map(({ tab, label }) => (
              <TabsTrigger key={tab} value={tab}>
                {label}
              </TabsTrigger>
            ))}
          </TabsList>
          {tabs.map(({ tab, Form }) => (
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
