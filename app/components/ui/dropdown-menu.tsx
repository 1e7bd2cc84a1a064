import Check from "lucide-react/icons/check";
import * as Radix from "radix-ui/dropdown-menu";
import { type ComponentPropsWithoutRef, type FocusEvent, useRef } from "react";
import { cn } from "#app/lib/class-names.ts";
import { styled } from "./styled.tsx";

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

export function DropdownMenuContent({ className, byKeyboard = false, ...rest }: DropdownMenuContentProps) {
  const begins = useRef(byKeyboard);
  const focusFirst = ({ target, currentTarget }: FocusEvent<HTMLElement>) => {
    if (!begins.current || target !== currentTarget) return;
    begins.current = false;
    currentTarget.querySelector<HTMLElement>("[role^=menuitem]:not([data-disabled])")?.focus();
  };
  return (
    <Radix.Portal>
      <Radix.Content
        sideOffset={6}
        onFocus={focusFirst}
        className={cn(
          "z-50 min-w-36 rounded-card bg-overlay p-1.5 shadow-pop data-[state=closed]:animate-fade-out data-[state=open]:animate-rise-in",
          className,
        )}
        {...rest}
      />
    </Radix.Portal>
  );
}

export const DropdownMenuItem = styled(Radix.Item, item);

export const DropdownMenuRadioItem = ({
  className,
  children,
  ...rest
}: ComponentPropsWithoutRef<typeof Radix.RadioItem>) => (
  <Radix.RadioItem className={cn(item, "group", className)} {...rest}>
    {children}
    <Check aria-hidden="true" className="ml-auto group-data-[state=unchecked]:invisible" />
  </Radix.RadioItem>
);

export const DropdownMenuCheckboxItem = ({
  className,
  children,
  ...rest
}: ComponentPropsWithoutRef<typeof Radix.CheckboxItem>) => (
  <Radix.CheckboxItem className={cn(item, "group", className)} {...rest}>
    <span className="grid size-4 shrink-0 place-items-center rounded-[4px] border border-control bg-surface text-on-accent group-data-[state=checked]:border-accent group-data-[state=checked]:bg-accent">
      <Check
        aria-hidden="true"
        className="size-3! stroke-[2.5] text-inherit! group-data-[state=unchecked]:hidden"
      />
    </span>
    {children}
  </Radix.CheckboxItem>
);

export const DropdownMenuLabel = styled(Radix.Label, "px-2.5 pt-1 pb-1.5 text-caption text-ink-3");

export const DropdownMenuSeparator = styled(Radix.Separator, "-mx-1.5 my-1.5 border-t");
