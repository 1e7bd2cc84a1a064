import { Check, ChevronDown } from "lucide-react";
import { Select as Radix } from "radix-ui";
import {
  type ComponentPropsWithoutRef,
  createContext,
  forwardRef,
  type ReactNode,
  useContext,
  useState,
} from "react";
import { cn } from "#app/lib/class-names.ts";
import { useFieldWiring } from "./field.tsx";

/** Whether the choices were wanted yet, and how to say so. */
const WantedContext = createContext<readonly [boolean, (wanted: true) => void]>([true, () => undefined]);

/** Radix draws the choices of a closed list too, out of sight; here not before the focus or a finger is on it. */
export function Select({ onOpenChange, ...rest }: ComponentPropsWithoutRef<typeof Radix.Root>) {
  const [wanted, want] = useState(false);
  const handleOpenChange = (open: boolean) => {
    if (open) want(true);
    onOpenChange?.(open);
  };
  return (
    <WantedContext.Provider value={[wanted, want]}>
      <Radix.Root onOpenChange={handleOpenChange} {...rest} />
    </WantedContext.Provider>
  );
}

/** The words of what is chosen. */
export const SelectValue = ({ children }: { children: ReactNode }) => <Radix.Value>{children}</Radix.Value>;

export const SelectTrigger = forwardRef<HTMLButtonElement, ComponentPropsWithoutRef<typeof Radix.Trigger>>(
  function SelectTrigger({ className, children, ...rest }, ref) {
    const wiring = useFieldWiring();
    const [, want] = useContext(WantedContext);
    return (
      <Radix.Trigger
        ref={ref}
        // A letter typed on the closed list chooses as well.
        onFocus={() => want(true)}
        className={cn(
          "inline-flex h-9 items-center justify-between gap-2 rounded-control border border-edge bg-surface px-3 text-small font-medium whitespace-nowrap shadow-card transition-colors hover:bg-fill disabled:opacity-50 max-lg:h-10 [&_svg]:shrink-0 [&_svg]:text-ink-3 [&_svg:not([class*='size-'])]:size-4",
          className,
        )}
        {...wiring}
        {...rest}
      >
        {children}
        <ChevronDown className="ml-auto size-3.5" aria-hidden="true" />
      </Radix.Trigger>
    );
  },
);

export const SelectContent = forwardRef<HTMLDivElement, ComponentPropsWithoutRef<typeof Radix.Content>>(
  function SelectContent({ className, children, ...rest }, ref) {
    const [wanted] = useContext(WantedContext);
    if (!wanted) return null;
    return (
      <Radix.Portal>
        <Radix.Content
          ref={ref}
          position="popper"
          sideOffset={6}
          className={cn(
            "z-50 max-h-(--radix-select-content-available-height) min-w-(--radix-select-trigger-width) rounded-card bg-overlay p-1.5 shadow-pop data-[state=open]:animate-rise-in",
            className,
          )}
          {...rest}
        >
          <Radix.Viewport>{children}</Radix.Viewport>
        </Radix.Content>
      </Radix.Portal>
    );
  },
);

export const SelectItem = forwardRef<HTMLDivElement, ComponentPropsWithoutRef<typeof Radix.Item>>(
  function SelectItem({ className, children, ...rest }, ref) {
    return (
      <Radix.Item
        ref={ref}
        className={cn(
          "flex h-8 cursor-default items-center gap-4 rounded-item px-2.5 text-small text-ink-2 outline-none select-none data-[disabled]:opacity-50 data-[highlighted]:bg-hover data-[highlighted]:text-ink max-lg:h-10",
          className,
        )}
        {...rest}
      >
        <Radix.ItemText>{children}</Radix.ItemText>
        <Radix.ItemIndicator className="ml-auto">
          <Check className="size-4 text-ink-3" aria-hidden="true" />
        </Radix.ItemIndicator>
      </Radix.Item>
    );
  },
);
