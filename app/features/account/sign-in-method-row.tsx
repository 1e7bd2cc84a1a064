import { Mail } from "lucide-react";
import type { ComponentType } from "react";
import { Button } from "#app/components/ui/button.tsx";
import { Skeleton } from "#app/components/ui/skeleton.tsx";
import type { Provider } from "#app/features/auth/provider.ts";
import { GitHubIcon, GoogleIcon } from "#app/features/auth/provider-icons.tsx";
import { identityAddress, type SignInMethod } from "./sign-in-methods.ts";
import { UnlinkDialog } from "./unlink-dialog.tsx";

const icons: Record<Provider, ComponentType<{ className: string }>> = {
  google: GoogleIcon,
  github: GitHubIcon,
};

interface SignInMethodRowProps {
  method: SignInMethod;
  loading: boolean;
  /** The provider one is about to leave for. */
  linking: Provider | null;
  onLink(provider: Provider): void;
}

/** One way to sign in; as high while it loads as afterwards. */
export function SignInMethodRow({ method, loading, linking, onLink }: SignInMethodRowProps) {
  const { name, provider, identity, last } = method;
  const Icon = provider ? icons[provider] : Mail;
  return (
    <div className="flex min-h-16 items-center gap-3 px-5 py-3 max-lg:px-4">
      <Icon className="size-5 shrink-0 text-ink-2" aria-hidden="true" />
      <div className="min-w-0 flex-1">
        <h3 className="text-small font-medium">{name}</h3>
        {loading ? (
          <Skeleton className="my-0.5 h-3 w-32" />
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
          aria-disabled={linking !== null}
          onClick={() => onLink(provider)}
        >
          Link
        </Button>
      )}
    </div>
  );
}
