import { useSearchParams } from "@remix-run/react";
import { Card } from "#app/components/ui/card.tsx";
import { PageHeader } from "#app/components/ui/page-header.tsx";
import { Tabs, TabsContent, TabsList, TabsTrigger } from "#app/components/ui/tabs.tsx";
import { pageHeadings } from "#app/lib/page-headings.ts";
import { BILLING_TAB, billingTab } from "./billing-view.ts";
import { DownloadStatementButton } from "./download-statement-button.tsx";
import { billingMessages } from "./messages.ts";
import { ReceiptsPanel } from "./receipts-panel.tsx";
import { StatementPanel } from "./statement-panel.tsx";

export function BillingPage() {
  const [search, setSearch] = useSearchParams();
  const choose = (tab: string) =>
    setSearch({ [BILLING_TAB]: tab }, { replace: true, preventScrollReset: true });
  return (
    <>
      <PageHeader {...pageHeadings.billing} actions={<DownloadStatementButton />} />
      <Card className="pt-1.5">
        <h2 className="sr-only">Your transfers and receipts</h2>
        <Tabs value={billingTab(search.get(BILLING_TAB))} onValueChange={choose}>
          <TabsList aria-label="What to show" className="px-5 max-lg:px-4">
            <TabsTrigger value="statement">{billingMessages.statement}</TabsTrigger>
            <TabsTrigger value="receipts">{billingMessages.receipts}</TabsTrigger>
          </TabsList>
          <TabsContent value="statement">
            <StatementPanel />
          </TabsContent>
          <TabsContent value="receipts">
            <ReceiptsPanel />
          </TabsContent>
        </Tabs>
      </Card>
    </>
  );
}
