import { Button } from "#app/components/ui/button.tsx";
import { type Provider, providers } from "./provider.ts";
import { GitHubIcon, GoogleIcon } from "./provider-icons.tsx";
import { useSocialSignIn } from "./use-social-sign-in.ts";

interface SocialButtonsProps {
  /** Where to go once signed in. */
  returnTo: string;
  onFailure(message: string): void;
}

const choices: { provider: Provider; Icon: typeof GoogleIcon }[] = [
  { provider: "google", Icon: GoogleIcon },
  { provider: "github", Icon: GitHubIcon },
];

/** Sign-in through Google and GitHub. */
export function SocialButtons({ returnTo, onFailure }: SocialButtonsProps) {
  const { start, busy } = useSocialSignIn(returnTo, onFailure);
  return (
    <div className="flex gap-3">
      {choices.map(({ provider, Icon }) => (
        <Button
          key={provider}
          className="h-10 flex-1 gap-2.5 max-lg:h-10 max-sm:h-11"
          busy={busy === provider}
          aria-disabled={busy !== null}
          onClick={() => void start(provider)}
        >
          {busy !== provider && <Icon className="size-4 shrink-0" />}
          {providers[provider].name}
        </Button>
      ))}
    </div>
  );
}
