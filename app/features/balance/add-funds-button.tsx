import { Plus } from "lucide-react";
import { Button } from "#app/components/ui/button.tsx";
import { OnDemand } from "#app/components/ui/on-demand.tsx";

interface AddFundsButtonProps {
  balance: number;
  primary: boolean;
}

const loadDialog = () => import("./add-funds-dialog.tsx");

/** Asks how much in a dialog. */
export function AddFundsButton({ balance, primary }: AddFundsButtonProps) {
  const button = (
    <Button variant={primary ? "primary" : "secondary"} className="w-full max-lg:h-11">
      <Plus aria-hidden />
      Add Funds
    </Button>
  );
  return <OnDemand load={loadDialog} popup="dialog" trigger={button} props={{ balance }} />;
}
