import { FlaskConical } from "lucide-react";
import { useState } from "react";
import { Button } from "#app/components/ui/button.tsx";
import {
  Dialog,
  DialogContent,
  DialogDescription,
  DialogTitle,
  DialogTrigger,
} from "#app/components/ui/dialog.tsx";
import { CreateKeyForm } from "./create-key-form.tsx";
import { keyMessages } from "./messages.ts";
import type { NewKey } from "./new-key.ts";
import { useCreateKey } from "./use-create-key.ts";

/** The only key that an account without a balance can make. */
export function CreateTestKeyDialog({ onCreated }: { onCreated: (key: NewKey) => void }) {
  const [open, setOpen] = useState(false);
  const form = useCreateKey({ test: true }, (key) => {
    setOpen(false);
    onCreated(key);
  });
  return (
    <Dialog open={open} onOpenChange={setOpen}>
      <DialogTrigger asChild>
        <Button>
          <FlaskConical aria-hidden />
          Create Test Key
        </Button>
      </DialogTrigger>
      <DialogContent>
        <DialogTitle>Create Test Key</DialogTitle>
        <DialogDescription>{keyMessages.testKey}</DialogDescription>
        <CreateKeyForm {...form} blocked={false} testOnly />
      </DialogContent>
    </Dialog>
  );
}
