import { PageHeader } from "#app/components/ui/page-header.tsx";
import { pageHeadings } from "#app/lib/page-headings.ts";
import { BenefitsCard } from "./benefits-card.tsx";
import { PurchaseCard } from "./purchase-card.tsx";

export function PurchasePage() {
  return (
    <>
      <PageHeader {...pageHeadings.purchase} />
      <div className="grid grid-cols-[minmax(0,1fr)_var(--spacing-aside)] items-start gap-6 max-lg:grid-cols-1 max-lg:gap-3">
        <BenefitsCard />
        <PurchaseCard />
      </div>
    </>
  );
}
