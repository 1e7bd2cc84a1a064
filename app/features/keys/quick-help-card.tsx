import { Link } from "@remix-run/react";
import { ArrowUpRight } from "lucide-react";
import { Button } from "#app/components/ui/button.tsx";
import { Card, CardTitle } from "#app/components/ui/card.tsx";
import { paths } from "#app/lib/paths.ts";
import { CopyIconButton } from "./copy-icon-button.tsx";

export function QuickHelpCard() {
  return (
    <Card className="p-5 max-lg:p-4">
      <CardTitle>Quick Help</CardTitle>
      <p className="mt-1 text-small text-ink-2">Send the key in the Authorization header:</p>
      <div className="mt-3 flex items-start justify-between gap-1 rounded-control bg-fill max-lg:items-center py-1.5 pr-1.5 pl-3">
        <code className="py-0.5 font-mono text-caption leading-5">
          Authorization:
          <br className="max-lg:hidden" /> Bearer YOUR_API_KEY
        </code>
        <CopyIconButton label="Copy header" text={async () => "Authorization: Bearer YOUR_API_KEY"} />
      </div>
      <Button variant="link" size="sm" asChild className="mt-3 max-lg:mt-1.5">
        <Link to={paths.documentation}>
          Read the documentation
          <ArrowUpRight className="size-3.5" aria-hidden="true" />
        </Link>
      </Button>
    </Card>
  );
}
