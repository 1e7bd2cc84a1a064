import { useRef } from "react";
import { copyMessages } from "#app/components/messages.ts";
import { Button } from "#app/components/ui/button.tsx";
import {
  Dialog,
  DialogClose,
  DialogContent,
  DialogDescription,
  DialogFooter,
  DialogTitle,
} from "#app/components/ui/dialog.tsx";
import { Textarea } from "#app/components/ui/input.tsx";

const MOST_ROWS = 12;
/** In the field’s monospaced font, on a phone. */
const CHARACTERS_PER_ROW = 28;

export default function CopyByHandDialog({ text, onClose }: { text: string; onClose: () => void }) {
  const opener = useRef(document.activeElement);
  const goBack = (event: Event) => {
    event.preventDefault();
    if (opener.current instanceof HTMLElement) opener.current.focus();
  };
  return (
    <Dialog open onOpenChange={onClose}>
      <DialogContent onCloseAutoFocus={goBack}>
        <DialogTitle>{copyMessages.byHand}</DialogTitle>
        <DialogDescription>{copyMessages.instruction}</DialogDescription>
        {/* The dialog moves the focus here, since it is the first field. */}
        <Textarea
          readOnly
          aria-label={copyMessages.text}
          value={text}
          rows={Math.min(rowsOf(text), MOST_ROWS)}
          className="mt-4 resize-none bg-fill font-mono wrap-anywhere"
          onFocus={({ currentTarget }) => currentTarget.select()}
        />
        <DialogFooter>
          <DialogClose asChild>
            <Button variant="primary">Done</Button>
          </DialogClose>
        </DialogFooter>
      </DialogContent>
    </Dialog>
  );
}

const rowsOf = (text: string) =>
  text.split("\n").reduce((rows, line) => rows + Math.max(1, Math.ceil(line.length / CHARACTERS_PER_ROW)), 0);
