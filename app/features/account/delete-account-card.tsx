import { Card } from "#app/components/ui/card.tsx";
import { DeleteAccountDialog } from "./delete-account-dialog.tsx";

export const DeleteAccountCard = () => (
  <Card className="flex items-center justify-between gap-6 p-5 max-lg:p-4 max-sm:flex-col max-sm:items-stretch max-sm:gap-4">
    <p className="text-small text-ink-2">All API keys stop at once, and the remaining balance is lost.</p>
    <DeleteAccountDialog />
  </Card>
);
