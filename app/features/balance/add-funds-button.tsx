import { Plus } from "lucide-react";
import { Button } from "#app/components/ui/button.tsx";
import { useOnDemand } from "#app/components/ui/on-demand.ts";

interface AddFundsButtonProps {
  balance: number;
  primary: boolean;
}

/** Asks how much in a dialog. */
export function AddFundsButton({ balance, primary }: AddFundsButtonProps) {
  const { Part, byKeyboard, wish } = useOnDemand(() => import("./add-funds-dialog.tsx"), "dialog");
  const button = (
    <Button variant={primary ? "primary" : "secondary"} className="w-full max-lg:h-11" {...wish}>
      <Plus aria-hidden />
      Add Funds
    </Button>
  );
  return Part ? <Part balance={balance} trigger={button} byKeyboard={byKeyboard} /> : button;
}
