import { useNavigate } from "@remix-run/react";
import { useQuery } from "@tanstack/react-query";
import Mail from "lucide-react/icons/mail";
import { useEffect, useRef, useState } from "react";
import { FormFailure } from "#app/components/form-failure.tsx";
import { QueryState } from "#app/components/query-state.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { Card } from "#app/components/ui/card.tsx";
import { Loading, Skeleton } from "#app/components/ui/skeleton.tsx";
import { PROVIDER_ICONS } from "#app/features/auth/social-buttons.tsx";
import { failureMessage } from "#app/lib/api-error.ts";
import { unwrapAuth } from "#app/lib/auth/auth.ts";
import { PROVIDERS, type Provider } from "#app/lib/auth/provider.ts";
import { paths } from "#app/lib/paths.ts";
import { toast } from "#app/lib/toast.ts";
import { untilPageIsLeft } from "#app/lib/until-page-is-left.ts";
import { useAction } from "#app/lib/use-form.ts";
import { asPresentUser } from "./as-user.ts";
import { accountMessages } from "./messages.ts";
import { accountUserQuery } from "./queries.ts";
import {
  forgetLinking,
  identityAddress,
  readLinkReturn,
  rememberLinking,
  type SignInMethod,
  signInMethods,
} from "./sign-in-methods.ts";
import { UnlinkDialog } from "./unlink-dialog.tsx";

export function SignInMethodsCard() {
  const query = useQuery(accountUserQuery);
  const user = query.data;
  const [linking, setLinking] = useState<Provider | null>(null);
  const link = useAction(leaveToLink, {
    fallback: linking ? accountMessages.linkFailed(PROVIDERS[linking].name) : "",
  });
  const refusal = useLinkReturn((provider) =>
    user?.identities.some((identity) => identity.provider === provider),
  );
  function handleLink(provider: Provider) {
    setLinking(provider);
    void link.run(provider);
  }
  const failure = linking ? link.failure : refusal;
  return (
    <QueryState query={query} failed={{ title: accountMessages.loadFailed, variant: "card" }}>
      {(loaded) => (
        <>
          <FormFailure message={failure} className="mb-3" />
          <Card className="divide-y">
            {signInMethods(loaded?.identities ?? []).map((method) => (
              <SignInMethodRow
                key={method.name}
                method={method}
                loading={!loaded}
                linking={link.busy ? linking : null}
                onLink={handleLink}
              />
            ))}
          </Card>
        </>
      )}
    </QueryState>
  );
}

async function leaveToLink(provider: Provider): Promise<never> {
  const redirectTo = new URL(paths.profile, window.location.origin).href;
  const options = { redirectTo, scopes: PROVIDERS[provider].scopes };
  rememberLinking(provider);
  try {
    await asPresentUser(() => unwrapAuth((client) => client.linkIdentity({ provider, options })));
  } catch (failure) {
    forgetLinking();
    throw failure;
  }
  return untilPageIsLeft();
}

/** Returns to the section after a round trip to link an identity. @returns the message of a failure. */
function useLinkReturn(linked: (provider: string) => boolean | undefined) {
  const navigate = useNavigate();
  const [back] = useState(() => readLinkReturn(new URL(window.location.href)));
  const notified = useRef(false);
  const arrived = back && back.refusal === null && linked(back.provider);

  useEffect(() => {
    if (!back) return;
    forgetLinking();
    navigate({ search: "", hash: "sign-in-methods" }, { replace: true });
  }, [back, navigate]);

  useEffect(() => {
    if (!back || !arrived || notified.current) return;
    notified.current = true;
    toast.success(accountMessages.linked(PROVIDERS[back.provider].name));
  }, [back, arrived]);

  if (!back || back.refusal === null) return null;
  const { name } = PROVIDERS[back.provider];
  return failureMessage(new Error(back.refusal), accountMessages.linkFailed(name));
}

interface SignInMethodRowProps {
  method: SignInMethod;
  loading: boolean;
  /** The provider that the browser is leaving for. */
  linking: Provider | null;
  onLink: (provider: Provider) => void;
}

/** As tall while it loads as afterwards. */
function SignInMethodRow({ method, loading, linking, onLink }: SignInMethodRowProps) {
  const { name, provider, identity, last } = method;
  const Icon = provider ? PROVIDER_ICONS[provider] : Mail;
  return (
    <div className="flex min-h-16 items-center gap-3 px-5 py-3 max-lg:px-4">
      <Icon className="size-5 shrink-0 text-ink-2" aria-hidden="true" />
      <div className="min-w-0 flex-1">
        <h3 className="text-small font-medium">{name}</h3>
        {loading ? (
          <Loading label={`Loading ${name}`}>
            <Skeleton className="my-0.5 h-3 w-32" />
          </Loading>
        ) : (
          <p className="truncate text-caption text-ink-3">
            {identity ? identityAddress(identity) : "Not linked"}
          </p>
        )}
      </div>
      {!loading && identity && <UnlinkDialog name={name} identity={identity} last={last} />}
      {!loading && !identity && provider && (
        <Button
          size="sm"
          className="w-20"
          aria-label={`Link ${name}`}
          busy={linking === provider}
          aria-disabled={linking !== null || undefined}
          onClick={() => onLink(provider)}
        >
          Link
        </Button>
      )}
    </div>
  );
}
