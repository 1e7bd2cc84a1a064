import { Alert } from "#app/components/ui/alert.tsx";
import { Card } from "#app/components/ui/card.tsx";
import { failureMessage } from "#app/features/auth/failure-message.ts";
import { providers } from "#app/features/auth/provider.ts";
import { LoadFailed } from "./load-failed.tsx";
import { accountMessages } from "./messages.ts";
import { SignInMethodRow } from "./sign-in-method-row.tsx";
import { signInMethods } from "./sign-in-methods.ts";
import { useAccountUser } from "./use-account-user.ts";
import { useLink } from "./use-identities.ts";
import { useLinkReturn } from "./use-link-return.ts";

export function SignInMethodsCard() {
  const { data: user, isError, error, isFetching, refetch } = useAccountUser();
  const link = useLink();
  const refusal = useLinkReturn((provider) =>
    user?.identities.some((identity) => identity.provider === provider),
  );
  if (isError && !user) {
    return (
      <Card>
        <LoadFailed error={error} busy={isFetching} onRetry={() => refetch()} />
      </Card>
    );
  }
  const failure = link.error
    ? failureMessage(link.error, accountMessages.linkFailed(providers[link.variables].name))
    : link.isIdle && refusal;
  return (
    <>
      {failure && (
        <Alert tone="danger" className="mb-3">
          {failure}
        </Alert>
      )}
      <Card className="divide-y">
        {signInMethods(user?.identities ?? []).map((method) => (
          <SignInMethodRow
            key={method.name}
            method={method}
            loading={!user}
            linking={link.isPending ? link.variables : null}
            onLink={link.mutate}
          />
        ))}
      </Card>
    </>
  );
}
