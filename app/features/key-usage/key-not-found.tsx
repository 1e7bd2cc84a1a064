import { Link } from "@remix-run/react";
import { ArrowLeft, SearchX } from "lucide-react";
import { Button } from "#app/components/ui/button.tsx";
import { Card } from "#app/components/ui/card.tsx";
import { EmptyState } from "#app/components/ui/empty-state.tsx";
import { PageHeader } from "#app/components/ui/page-header.tsx";
import { paths } from "#app/lib/paths.ts";
import { Breadcrumb } from "./key-usage-header.tsx";
import { keyUsageMessages } from "./messages.ts";

/** The same for a key that never was and for another account's. */
export function KeyNotFound() {
  return (
    <>
      <Breadcrumb />
      <PageHeader title={keyUsageMessages.title} />
      <Card>
        <h2 className="sr-only">Usage</h2>
        <EmptyState
          icon={SearchX}
          title={keyUsageMessages.notFound}
          description={keyUsageMessages.notFoundHelp}
          action={
            <Button asChild variant="primary">
              <Link to={paths.apiKeys}>
                <ArrowLeft aria-hidden="true" />
                Back to API Keys
              </Link>
            </Button>
          }
        />
      </Card>
    </>
  );
}
