import CircleCheck from "lucide-react/icons/circle-check";
import CircleAlert from "lucide-react/icons/circle-exclamation-point";
import Info from "lucide-react/icons/info";
import X from "lucide-react/icons/x";
import * as Radix from "radix-ui/toast";
import type { ComponentPropsWithoutRef, ReactNode } from "react";
import { cn } from "#app/lib/class-names.ts";

export const ToastProvider = Radix.Provider;

const TONES = {
  info: { Icon: Info, look: "text-ink-3" },
  success: { Icon: CircleCheck, look: "text-success" },
  danger: { Icon: CircleAlert, look: "text-danger" },
} as const;

interface ToastProps extends Omit<ComponentPropsWithoutRef<typeof Radix.Root>, "title"> {
  tone: keyof typeof TONES;
  title: string;
  description?: ReactNode;
}

export function Toast({ tone, title, description, className, ...rest }: ToastProps) {
  const { Icon, look } = TONES[tone];
  return (
    <Radix.Root
      type={tone === "danger" ? "foreground" : "background"}
      className={cn(
        "pointer-events-auto relative flex w-[22rem] max-w-[calc(100vw-2rem)] items-start gap-3 rounded-card bg-overlay p-4 pr-10 shadow-pop data-[state=closed]:animate-fade-out data-[state=open]:animate-rise-in data-[swipe=cancel]:translate-x-0 data-[swipe=cancel]:transition-transform data-[swipe=move]:translate-x-(--radix-toast-swipe-move-x)",
        className,
      )}
      {...rest}
    >
      <Icon className={cn("mt-px size-[18px] shrink-0", look)} aria-hidden="true" />
      <div className="min-w-0 text-small wrap-anywhere">
        <Radix.Title className="font-medium">{title}</Radix.Title>
        {description && <Radix.Description className="mt-0.5 text-ink-2">{description}</Radix.Description>}
      </div>
      <Radix.Close
        aria-label="Dismiss"
        className="absolute top-3 right-3 grid size-6 place-items-center rounded-item text-ink-3 transition-colors after:absolute after:-inset-2 hover:bg-hover"
      >
        <X className="size-3.5" aria-hidden="true" />
      </Radix.Close>
    </Radix.Root>
  );
}

/**
 * Radix announces each toast itself, so the region says nothing more. Having `aria-live` at all keeps it in the
 * accessibility tree while a dialog hides the rest of the page.
 */
export const ToastViewport = () => (
  <div aria-live="off">
    <Radix.Viewport className="pointer-events-none fixed inset-x-0 bottom-0 z-50 flex justify-end p-6 outline-none max-sm:justify-center max-sm:p-4 [:root:has([data-bottom-bar])_&]:bottom-16" />
  </div>
);
