import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { Badge } from "#app/components/ui/badge.tsx";
import { Card } from "#app/components/ui/card.tsx";
import { Field } from "#app/components/ui/field.tsx";
import { Input } from "#app/components/ui/input.tsx";
import { authMessages } from "#app/features/auth/messages.ts";
import { useSession } from "#app/features/auth/use-session.ts";
import { paths } from "#app/lib/paths.ts";
import { NameForm } from "./name-form.tsx";
import { tabSearch, type UserTab } from "./tab-param.ts";
import { useAccountUser } from "./use-account-user.ts";

/** Who one is here, and the ways to what changes it. */
export function AccountCard() {
  const session = useSession();
  const { data } = useAccountUser();
  return (
    <Card className="grid gap-4 p-5 max-lg:p-4">
      <NameForm saved={data?.name} />
      <div className="relative">
        <Field label="Email">
          <Input value={data?.email ?? session.user.email} readOnly className="border-line bg-fill" />
        </Field>
        <TabLink tab="email" className="absolute top-0 right-0 max-lg:-top-2">
          {authMessages.updateEmail}
        </TabLink>
      </div>
      <Row label="Password">
        <TabLink tab="password">{authMessages.updatePassword}</TabLink>
      </Row>
      <Row label="Plan">
        <Badge>Free</Badge>
      </Row>
    </Card>
  );
}

function TabLink({ tab, className = "", children }: { tab: UserTab; className?: string; children: string }) {
  return (
    <Link
      to={{ pathname: paths.userManagement, search: tabSearch(tab) }}
      className={`inline-flex items-center rounded-tag text-small font-medium text-accent-ink underline-offset-4 hover:underline max-lg:min-h-9 ${className}`}
    >
      {children}
    </Link>
  );
}

const Row = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className="flex min-h-9 items-center justify-between gap-4 border-t pt-4 text-small">
    <span className="text-ink-2">{label}</span>
    {children}
  </div>
);
