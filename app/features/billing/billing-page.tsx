import { Card } from "#app/components/ui/card.tsx";
import { PageHeader } from "#app/components/ui/page-header.tsx";
import { Tabs, TabsContent, TabsList, TabsTrigger } from "#app/components/ui/tabs.tsx";
import { pages } from "#app/lib/pages.ts";
import { useAddress } from "#app/lib/use-address.ts";
import { billingMessages } from "./messages.ts";
import { billingAddress, shownPeriod, tabParameter } from "./queries.ts";
import { ReceiptsPanel } from "./receipts-panel.tsx";
import { SettingsPanel } from "./settings-panel.tsx";
import { StatementActions } from "./statement-actions.tsx";
import { StatementPanel } from "./statement-panel.tsx";

export const { meta } = pages.billing;

export default function BillingPage() {
  const [state, change] = useAddress(billingAddress);
  const { tab } = state;
  return (
    <>
      <PageHeader
        {...pages.billing.heading}
        actions={
          <StatementActions
            period={shownPeriod(state.period, Date.now())}
            onPeriod={(period) => change({ period })}
            hidden={tab !== "statement"}
          />
        }
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
          <StatementPanel state={state} change={change} />
        </TabsContent>
        <TabsContent value="receipts">
          <Card className="overflow-hidden">
            <h2 className="sr-only">{billingMessages.receiptsTitle}</h2>
            <ReceiptsPanel />
          </Card>
        </TabsContent>
        <TabsContent value="settings">
          <SettingsPanel />
        </TabsContent>
      </Tabs>
    </>
  );
}
