import { Link } from "@remix-run/react";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useRef } from "react";
import { QueryState } from "#app/components/query-state.tsx";
import { Badge } from "#app/components/ui/badge.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { Card } from "#app/components/ui/card.tsx";
import { Field } from "#app/components/ui/field.tsx";
import { Input } from "#app/components/ui/input.tsx";
import { Skeleton } from "#app/components/ui/skeleton.tsx";
import { authMessages } from "#app/features/auth/messages.ts";
import { coverText, subscriptionMessages } from "#app/features/subscription/messages.ts";
import { subscriptionQuery } from "#app/features/subscription/queries.ts";
import { unwrapAuth } from "#app/lib/auth/auth.ts";
import { useSession } from "#app/lib/auth/session.ts";
import { focusScope } from "#app/lib/focus-scope.ts";
import { longNameProblem } from "#app/lib/name-length.ts";
import { paths } from "#app/lib/paths.ts";
import { type Form, useForm } from "#app/lib/use-form.ts";
import type { SubscriptionResponse } from "#core/contract/account.ts";
import { NAME_KEY } from "./account-user.ts";
import { asUser } from "./as-user.ts";
import { accountMessages } from "./messages.ts";
import { accountUserQuery } from "./queries.ts";

export function AccountCard() {
  const session = useSession();
  const { data } = useQuery(accountUserQuery);
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
      <PlanRow />
    </Card>
  );
}

function TabLink({
  tab,
  className = "",
  children,
}: {
  tab: Parameters<typeof paths.userManagementTab>[0];
  className?: string;
  children: string;
}) {
  return (
    <Link
      to={paths.userManagementTab(tab)}
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

const PlanRow = () => (
  <QueryState
    query={useQuery(subscriptionQuery)}
    loading="Loading plan"
    skeleton={
      <Plan badge={<Skeleton className="h-5 w-16" />} text={<Skeleton className="h-5 w-80 max-w-full" />} />
    }
    failed={() => <Plan text={subscriptionMessages.loadFailed} />}
  >
    {(data) => <Plan badge={<PlanBadge {...data} />} text={coverText(data)} />}
  </QueryState>
);

const Plan = ({ badge, text }: { badge?: ReactNode; text: ReactNode }) => (
  <div className="border-t pt-4 text-small">
    <div className="flex min-h-5 items-center justify-between gap-4">
      <span className="text-ink-2">Plan</span>
      {badge}
    </div>
    <p className="mt-1 min-h-5 text-ink-3">{text}</p>
  </div>
);

const PlanBadge = ({ subscription_type: plan }: Pick<SubscriptionResponse, "subscription_type">) => (
  <Badge tone={plan === "Free" ? "neutral" : "accent"}>{plan}</Badge>
);

/** Empty until something is typed. */
type NameDraft = { name?: string };

/** `saved` is undefined until it is loaded. The button appears when there is something to save. */
function NameForm({ saved }: { saved: string | undefined }) {
  const field = useRef<HTMLInputElement>(null);
  const queryClient = useQueryClient();
  const form: Form<NameDraft> = useForm<NameDraft>({
    initial: {},
    ready: ({ name = saved }) => saved !== undefined && name?.trim() !== saved,
    check: ({ name = "" }) => ({ name: longNameProblem(name) }),
    send: async ({ name = "" }) => {
      const data = { [NAME_KEY]: name.trim() };
      try {
        await asUser(() => unwrapAuth((client) => client.updateUser({ data })));
      } finally {
        await queryClient.invalidateQueries({ queryKey: accountUserQuery.queryKey });
      }
      form.edit({ name: name.trim() });
      // The button goes; a focused field keeps the focus.
      if (document.activeElement !== field.current) focusScope(field.current)?.focus();
    },
    fields: () => "name",
    notice: accountMessages.nameSaved,
    fallback: accountMessages.nameFailed,
  });
  return (
    <form {...form.formProps}>
      <Field label="Name" error={form.errorOf("name") ?? longNameProblem(form.draft.name ?? "")}>
        <Input
          ref={field}
          name="name"
          autoComplete="name"
          value={form.draft.name ?? saved ?? ""}
          disabled={saved === undefined}
          onChange={(event) => form.edit({ name: event.target.value })}
          suffix={
            form.ready && (
              <Button type="submit" size="sm" className="h-7 px-2.5 max-lg:h-8" busy={form.busy}>
                {form.busy ? "Saving…" : "Save"}
              </Button>
            )
          }
        />
      </Field>
    </form>
  );
}
