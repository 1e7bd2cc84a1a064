import { Alert } from "#app/components/ui/alert.tsx";
import type { LinkPassword } from "./use-link-password.ts";

interface LinkFailureProps {
  link: LinkPassword;
  /** The way on when the link is of no use. */
  to: string;
  action: string;
}

/** What a form behind a mailed link failed with. */
export function LinkFailure({ link, to, action }: LinkFailureProps) {
  if (!link.failure) return null;
  return (
    <Alert tone="danger">
      {link.failure}
      {!link.proven && (
        // A new document, so that the screen starts over without the token it holds.
        <a href={to} className="mt-1 block w-fit rounded-tag font-medium underline underline-offset-4">
          {action}
        </a>
      )}
    </Alert>
  );
}
