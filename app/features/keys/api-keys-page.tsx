import { useState } from "react";
import { PageHeader } from "#app/components/ui/page-header.tsx";
import { BalanceCard } from "#app/features/balance/balance-card.tsx";
import { cn } from "#app/lib/class-names.ts";
import { pageHeadings } from "#app/lib/page-headings.ts";
import { BestPracticesCard } from "./best-practices-card.tsx";
import { CreateKeyDialog } from "./create-key-dialog.tsx";
import { KeysCard } from "./keys-card.tsx";
import { MaskCard } from "./mask-card.tsx";
import type { NewKey } from "./new-key.ts";
import { QuickHelpCard } from "./quick-help-card.tsx";
import { useListReady } from "./use-list-ready.ts";

export function ApiKeysPage() {
  // What stands below a list of unknown length comes with it, or it would jump.
  const ready = useListReady();
  const [masked, setMasked] = useState(true);
  const [newKey, setNewKey] = useState<NewKey | null>(null);
  return (
    <>
      <PageHeader {...pageHeadings.apiKeys} actions={<CreateKeyDialog onCreated={setNewKey} />} />
      <div className="grid grid-cols-[minmax(0,1fr)_17rem] items-start gap-6 max-xl:grid-cols-1 max-lg:gap-3">
        <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-6 max-xl:contents">
          <div className="min-w-0 max-xl:order-1">
            <KeysCard masked={masked} newKey={newKey} onCreated={setNewKey} />
          </div>
          <div className={cn("min-w-0 max-xl:order-3", !ready && "invisible")}>
            <BestPracticesCard />
          </div>
        </div>
        <div
          className={cn(
            "grid min-w-0 grid-cols-[minmax(0,1fr)] gap-6 max-xl:order-2 max-lg:gap-3 md:max-xl:grid-cols-3",
            !ready && "max-xl:invisible",
          )}
        >
          <BalanceCard compact />
          <MaskCard masked={masked} onChange={setMasked} />
          <QuickHelpCard />
        </div>
      </div>
    </>
  );
}
