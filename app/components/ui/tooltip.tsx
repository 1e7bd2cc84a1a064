import * as Radix from "radix-ui/tooltip";
import type { ComponentPropsWithoutRef, ReactNode } from "react";

const OPENS_AFTER_MS = 300;

interface TooltipProps extends Omit<ComponentPropsWithoutRef<typeof Radix.Content>, "content"> {
  /** Null hides the tooltip; the trigger stays the same element and so keeps the focus. */
  content: ReactNode;
  /** One focusable element; a disabled button takes no focus, an `aria-disabled` one does. */
  children: ReactNode;
}

/** Rendered beside its trigger, not at the end of the body, where text outside the landmarks is easily missed. */
export function Tooltip({ content, children, sideOffset = 6, ...rest }: TooltipProps) {
  return (
    <Radix.Provider delayDuration={OPENS_AFTER_MS}>
      <Radix.Root>
        <Radix.Trigger asChild>{children}</Radix.Trigger>
        {content !== null && (
          <Radix.Content
            sideOffset={sideOffset}
            collisionPadding={8}
            className="z-50 max-w-64 rounded-control bg-primary px-2.5 py-1.5 text-caption text-on-primary shadow-pop data-[state=closed]:animate-fade-out data-[state=delayed-open]:animate-rise-in"
            {...rest}
          >
            {content}
          </Radix.Content>
        )}
      </Radix.Root>
    </Radix.Provider>
  );
}
