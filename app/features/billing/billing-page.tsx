import { useSearchParams } from "@remix-run/react";
import { useMutation } from "@tanstack/react-query";
import Download from "lucide-react/icons/download";
import { Button } from "#app/components/ui/button.tsx";
import { Card } from "#app/components/ui/card.tsx";
import { PageHeader } from "#app/components/ui/page-header.tsx";
import { Tabs, TabsContent, TabsList, TabsTrigger } from "#app/components/ui/tabs.tsx";
import { api } from "#app/lib/api-client.ts";
import { apiErrorOf } from "#app/lib/api-error.ts";
import { pages } from "#app/lib/pages.ts";
import { saveFile } from "#app/lib/save-file.ts";
import { toast } from "#app/lib/toast.ts";
import { BILLING_TAB, billingTab } from "./billing-view.ts";
import { billingMessages } from "./messages.ts";
import { ReceiptsPanel } from "./receipts-panel.tsx";
import { StatementPanel } from "./statement-panel.tsx";

export function BillingPage() {
  const [search, setSearch] = useSearchParams();
  const choose = (tab: string) =>
    setSearch({ [BILLING_TAB]: tab }, { replace: true, preventScrollReset: true });
  return (
    <>
      <PageHeader {...pages.billing.heading} actions={<DownloadStatementButton />} />
      <Card className="pt-1.5">
        <h2 className="sr-only">Your transactions and receipts</h2>
        <Tabs value={billingTab(search.get(BILLING_TAB))} onValueChange={choose}>
          <TabsList aria-label="Billing records" className="px-5 max-lg:px-4">
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

function DownloadStatementButton() {
  const { mutate, isPending } = useMutation({
    mutationFn: async () => {
      const response = await api.api["ledger.csv"].$get();
      // At run time it is fetch's own Response; the client's type only narrows it.
      if (!response.ok) throw await apiErrorOf(response as unknown as Response);
      saveFile(await response.blob(), "latchkey-statement.csv");
    },
    onError: () => toast({ ...billingMessages.downloadFailed, tone: "danger" }),
  });
  return (
    <Button busy={isPending} onClick={() => mutate()} className="max-sm:w-full">
      {!isPending && <Download aria-hidden="true" />}
      {isPending ? "Preparing…" : "Download CSV"}
    </Button>
  );
}
