import { useMutation } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { DownloadButton } from "#app/components/download-button.tsx";
import { Card } from "#app/components/ui/card.tsx";
import { PageHeader } from "#app/components/ui/page-header.tsx";
import { Tabs, TabsContent, TabsList, TabsTrigger } from "#app/components/ui/tabs.tsx";
import { api, successful } from "#app/lib/api-client.ts";
import { cn } from "#app/lib/class-names.ts";
import { pages } from "#app/lib/pages.ts";
import { saveFile } from "#app/lib/save-file.ts";
import { toast } from "#app/lib/toast.ts";
import { useAddress } from "#app/lib/use-address.ts";
import { billingMessages } from "./messages.ts";
import { billingAddress, tabParameter } from "./queries.ts";
import { ReceiptsPanel } from "./receipts-panel.tsx";
import { SettingsPanel } from "./settings-panel.tsx";
import { StatementPanel } from "./statement-panel.tsx";

export function BillingPage() {
  const [{ tab }, change] = useAddress(billingAddress);
  return (
    <>
      <PageHeader
        {...pages.billing.heading}
        // Takes its room on every tab, so that the tabs don't move.
        actions={<DownloadStatementButton hidden={tab === "settings"} />}
      />
      <Tabs
        value={tab}
        onValueChange={(next) => change({ tab: tabParameter.parse(next) }, { replace: true })}
      >
        <TabsList aria-label="Billing" className="mb-6 max-lg:mb-4">
          <TabsTrigger value="statement">{billingMessages.statement}</TabsTrigger>
          <TabsTrigger value="receipts">{billingMessages.receipts}</TabsTrigger>
          <TabsTrigger value="settings">{billingMessages.settings}</TabsTrigger>
        </TabsList>
        <TabsContent value="statement">
          <RecordsCard title={billingMessages.statementTitle}>
            <StatementPanel />
          </RecordsCard>
        </TabsContent>
        <TabsContent value="receipts">
          <RecordsCard title={billingMessages.receiptsTitle}>
            <ReceiptsPanel />
          </RecordsCard>
        </TabsContent>
        <TabsContent value="settings">
          <SettingsPanel />
        </TabsContent>
      </Tabs>
    </>
  );
}

const RecordsCard = ({ title, children }: { title: string; children: ReactNode }) => (
  <Card className="overflow-hidden">
    <h2 className="sr-only">{title}</h2>
    {children}
  </Card>
);

function DownloadStatementButton({ hidden }: { hidden: boolean }) {
  const { mutate, isPending } = useMutation({
    mutationFn: async () => {
      const response = await successful(api.api["ledger.csv"].$get());
      saveFile(await response.blob(), "latchkey-statement.csv");
    },
    onError: () => toast.failure(billingMessages.downloadFailed),
  });
  return (
    <DownloadButton
      busy={isPending}
      onClick={() => mutate()}
      className={cn("max-sm:w-full", hidden && "invisible max-sm:hidden")}
    />
  );
}
