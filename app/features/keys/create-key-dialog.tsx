import { Plus } from "lucide-react";
import { useRef, useState } from "react";
import { Button } from "#app/components/ui/button.tsx";
import {
  Dialog,
  DialogContent,
  DialogDescription,
  DialogTitle,
  DialogTrigger,
} from "#app/components/ui/dialog.tsx";
import { Tooltip } from "#app/components/ui/tooltip.tsx";
import { useBalance } from "#app/features/balance/use-balance.ts";
import { CreateKeyForm } from "./create-key-form.tsx";
import { createBlockedReason } from "./keys-view.ts";
import { keyMessages } from "./messages.ts";
import type { NewKey } from "./new-key.ts";
import { useCreateByAddress } from "./use-create-by-address.ts";
import { useCreateKey } from "./use-create-key.ts";

/** The page's main button, with the reason when it cannot be used, and the dialog behind it. */
export function CreateKeyDialog({ onCreated }: { onCreated: (key: NewKey) => void }) {
  const [open, setOpen] = useState(false);
  const { data } = useBalance();
  const form = useCreateKey({ balance: data?.balance }, (key) => {
    setOpen(false);
    onCreated(key);
  });
  const blocked = createBlockedReason(data?.balance, form.creating);
  const button = useRef<HTMLButtonElement>(null);
  // The focus shows the reason.
  useCreateByAddress(data !== undefined, () => (blocked === null ? setOpen(true) : button.current?.focus()));

  return (
    <Dialog open={open} onOpenChange={setOpen}>
      <Tooltip content={blocked} side="bottom" align="end">
        <DialogTrigger asChild>
          <Button
            ref={button}
            variant="primary"
            className="max-sm:h-11 max-sm:w-full"
            aria-disabled={blocked !== null}
          >
            <Plus aria-hidden />
            Create API Key
          </Button>
        </DialogTrigger>
      </Tooltip>
      <DialogContent>
        <DialogTitle>Create New API Key</DialogTitle>
        <DialogDescription>{keyMessages.price}</DialogDescription>
        <CreateKeyForm {...form} blocked={blocked !== null && !form.draft.test} />
      </DialogContent>
    </Dialog>
  );
}
