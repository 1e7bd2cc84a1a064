import Check from "lucide-react/icons/check";
import * as Radix from "radix-ui/select";
import type { ReactNode } from "react";
import { cn } from "#app/lib/class-names.ts";
import type { OnDemandProps } from "./on-demand.tsx";

export default function SelectList(props: SelectProps & OnDemandProps) {
  const { value, onValueChange, choices, trigger, align = "start", listClassName } = props;
  return (
    <Radix.Root value={value} onValueChange={onValueChange} defaultOpen>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          position="popper"
          sideOffset={6}
          align={align}
          className={cn(
            "z-50 max-h-(--radix-select-content-available-height) min-w-(--radix-select-trigger-width) rounded-card bg-overlay p-1.5 shadow-pop data-[state=open]:animate-rise-in",
            listClassName,
          )}
        >
          <Radix.Viewport>
            {choices.map((choice) => (
              <Item key={choice.value} {...choice} />
            ))}
          </Radix.Viewport>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

const Item = ({ value, label }: SelectChoice) => (
  <Radix.Item
    value={value}
    className="flex h-8 cursor-default items-center gap-4 rounded-item px-2.5 text-small text-ink-2 outline-none select-none data-[disabled]:opacity-50 data-[highlighted]:bg-hover data-[highlighted]:text-ink max-lg:h-10"
  >
    <Radix.ItemText>{label}</Radix.ItemText>
    <Radix.ItemIndicator className="ml-auto">
      <Check className="size-4 text-ink-3" aria-hidden="true" />
    </Radix.ItemIndicator>
  </Radix.Item>
);

export interface SelectChoice {
  value: string;
  label: string;
}

export interface SelectProps {
  id?: string;
  value: string;
  onValueChange: (value: string) => void;
  choices: readonly SelectChoice[];
  "aria-label": string;
  icon?: ReactNode;
  align?: "start" | "end";
  className?: string;
  listClassName?: string;
}
