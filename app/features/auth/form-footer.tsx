import { Link } from "@remix-run/react";
import { Button } from "#app/components/ui/button.tsx";

interface FormFooterProps {
  question: string;
  to: string;
  action: string;
}

/** The other way, below a form. */
export function FormFooter({ question, to, action }: FormFooterProps) {
  return (
    <p className="mt-8 text-center text-small text-ink-2">
      {question}{" "}
      <Button variant="link" asChild>
        <Link to={to}>{action}</Link>
      </Button>
    </p>
  );
}
