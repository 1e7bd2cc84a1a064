import { Check } from "lucide-react";
import { DropdownMenu as Radix } from "radix-ui";
import { type ComponentPropsWithoutRef, type FocusEvent, forwardRef, useRef } from "react";
import { cn } from "#app/lib/class-names.ts";

/** Not modal: the page behind stays readable, scrollable and one click away. */
export const DropdownMenu = (props: ComponentPropsWithoutRef<typeof Radix.Root>) => (
  <Radix.Root modal={false} {...props} />
);
export const DropdownMenuTrigger = Radix.Trigger;
export const DropdownMenuRadioGroup = Radix.RadioGroup;

const item =
  "flex h-8 cursor-default items-center gap-2.5 rounded-item px-2.5 text-small text-ink-2 outline-none select-none data-[disabled]:opacity-50 data-[highlighted]:bg-hover data-[highlighted]:text-ink max-lg:h-10 [&_svg]:size-4 [&_svg]:shrink-0 [&_svg]:text-ink-3";

interface DropdownMenuContentProps extends ComponentPropsWithoutRef<typeof Radix.Content> {
  /** For a menu that a key opened before it was there to see the key: begins at its first item. */
  byKeyboard?: boolean;
}

export const DropdownMenuContent = forwardRef<HTMLDivElement, DropdownMenuContentProps>(
  function DropdownMenuContent({ className, sideOffset = 6, byKeyboard = false, ...rest }, ref) {
    const begins = useRef(byKeyboard);
    const focusFirst = ({ target, currentTarget }: FocusEvent<HTMLElement>) => {
      if (!begins.current || target !== currentTarget) return;
      begins.current = false;
      currentTarget.querySelector<HTMLElement>("[role^=menuitem]:not([data-disabled])")?.focus();
    };
    return (
      <Radix.Portal>
        <Radix.Content
          ref={ref}
          sideOffset={sideOffset}
          onFocus={focusFirst}
          className={cn(
            "z-50 min-w-36 rounded-card bg-overlay p-1.5 shadow-pop data-[state=closed]:animate-fade-out data-[state=open]:animate-rise-in",
            className,
          )}
          {...rest}
        />
      </Radix.Portal>
    );
  },
);

export const DropdownMenuItem = forwardRef<HTMLDivElement, ComponentPropsWithoutRef<typeof Radix.Item>>(
  function DropdownMenuItem({ className, ...rest }, ref) {
    return <Radix.Item ref={ref} className={cn(item, className)} {...rest} />;
  },
);

export const DropdownMenuRadioItem = forwardRef<
  HTMLDivElement,
  ComponentPropsWithoutRef<typeof Radix.RadioItem>
>(function DropdownMenuRadioItem({ className, children, ...rest }, ref) {
  return (
    <Radix.RadioItem ref={ref} className={cn(item, "group", className)} {...rest}>
      {children}
      <Check aria-hidden="true" className="ml-auto group-data-[state=unchecked]:invisible" />
    </Radix.RadioItem>
  );
});

export const DropdownMenuLabel = forwardRef<HTMLDivElement, ComponentPropsWithoutRef<typeof Radix.Label>>(
  function DropdownMenuLabel({ className, ...rest }, ref) {
    return (
      <Radix.Label
        ref={ref}
        className={cn("px-2.5 pt-1 pb-1.5 text-caption text-ink-3", className)}
        {...rest}
      />
    );
  },
);

export const DropdownMenuSeparator = forwardRef<
  HTMLDivElement,
  ComponentPropsWithoutRef<typeof Radix.Separator>
>(function DropdownMenuSeparator({ className, ...rest }, ref) {
  return <Radix.Separator ref={ref} className={cn("-mx-1.5 my-1.5 border-t", className)} {...rest} />;
});
