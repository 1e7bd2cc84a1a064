import { PageHeader } from "#app/components/ui/page-header.tsx";
import { BenefitsCard } from "./benefits-card.tsx";
import { PurchaseCard } from "./purchase-card.tsx";

export function PurchasePage() {
  return (
    <>
      <PageHeader
        title="Purchase API Key"
        description="One payment, one year: a key on the Premium plan, ready as soon as it is paid"
      />
      <div className="grid grid-cols-[minmax(0,1fr)_var(--spacing-aside)] items-start gap-6 max-lg:grid-cols-1 max-lg:gap-3">
        <BenefitsCard />
        <PurchaseCard />
      </div>
    </>
  );
}
