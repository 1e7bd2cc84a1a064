interface SocialButtonsProps {
  /** Where to go once signed in. */
  returnTo: string;
  onFailure(message: string): void;
}

/** Sign-in through Google and GitHub. */
export function SocialButtons(_props: SocialButtonsProps) {
  return null;
}
