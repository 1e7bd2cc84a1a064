import X from "lucide-react/icons/x";
import * as Radix from "radix-ui/dialog";
import type { ComponentPropsWithoutRef } from "react";
import { cn } from "#app/lib/class-names.ts";
import { styled } from "./styled.tsx";

export const Dialog = Radix.Root;
export const DialogTrigger = Radix.Trigger;
export const DialogClose = Radix.Close;

interface DialogContentProps extends ComponentPropsWithoutRef<typeof Radix.Content> {
  /** md 440 wide; sm 384, for amounts; lg 512, for a receipt. */
  size?: keyof typeof WIDTHS;
}

const WIDTHS = { sm: "max-w-[24rem]", md: "max-w-[27.5rem]", lg: "max-w-[32rem]" };

export function DialogContent({
  size = "md",
  className,
  children,
  onCloseAutoFocus,
  ...rest
}: DialogContentProps) {
  return (
    <Radix.Portal>
      <Radix.Overlay className="fixed inset-0 z-40 grid place-items-center overflow-y-auto bg-scrim p-4 data-[state=closed]:animate-fade-out data-[state=open]:animate-fade-in">
        <Radix.Content
          className={cn(
            "relative w-full rounded-dialog bg-overlay p-6 pb-5 shadow-dialog outline-none data-[state=closed]:animate-fade-out data-[state=open]:animate-rise-in",
            WIDTHS[size],
            className,
          )}
          onCloseAutoFocus={(event) => {
            onCloseAutoFocus?.(event);
            // A dialog that opened while this one was closing keeps the focus.
            if (document.activeElement?.closest("[role=dialog][data-state=open]")) event.preventDefault();
          }}
          {...rest}
        >
          {children}
          <Radix.Close
            aria-label="Close"
            className="absolute top-5 right-5 grid size-8 place-items-center rounded-item text-ink-3 transition-colors hover:bg-hover max-lg:top-4 max-lg:right-4 max-lg:size-10"
          >
            <X className="size-4" aria-hidden="true" />
          </Radix.Close>
        </Radix.Content>
      </Radix.Overlay>
    </Radix.Portal>
  );
}

export const DialogTitle = styled(Radix.Title, "pr-8 text-lead font-semibold");

export const DialogDescription = styled(Radix.Description, "mt-1 text-small text-ink-2");

/** The actions, the last one on top on a phone. */
export const DialogFooter = styled(
  "footer",
  "-mx-6 mt-5 -mb-5 flex justify-end gap-2 border-t px-6 py-4 max-sm:flex-col-reverse max-sm:[&>*]:h-11",
);
