import Check from "lucide-react/icons/check";
import * as Radix from "radix-ui/select";
import type { ReactNode } from "react";
import { cn } from "#app/lib/class-names.ts";
import type { OnDemandProps } from "./on-demand.tsx";

export default function SelectList(props: SelectProps & OnDemandProps) {
  const { value, onValueChange, choices, trigger, align = "start", heading, listClassName } = props;
  const items = choices.map((choice) => <Item key={choice.value} {...choice} />);
  return (
    <Radix.Root value={value} onValueChange={onValueChange} defaultOpen>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          position="popper"
          sideOffset={6}
          collisionPadding={16}
          align={align}
          className={cn(
            "z-50 max-h-(--radix-select-content-available-height) min-w-(--radix-select-trigger-width) rounded-card bg-overlay p-1.5 shadow-pop data-[state=open]:animate-rise-in",
            listClassName,
          )}
        >
          <Radix.Viewport>
            {heading ? (
              <Radix.Group>
                <Radix.Label className="px-2.5 pt-1 pb-1.5 text-caption text-ink-3">{heading}</Radix.Label>
                {items}
              </Radix.Group>
            ) : (
              items
            )}
          </Radix.Viewport>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

const Item = ({ value, label, detail, separated }: SelectChoice) => (
  <>
    {separated && <Radix.Separator className="-mx-1.5 my-1.5 border-t" />}
    <Radix.Item
      value={value}
      // Its name is all of its text then.
      {...(detail !== undefined && { "aria-labelledby": undefined })}
      className="group flex h-8 cursor-default items-center gap-3 rounded-item px-2.5 text-small whitespace-nowrap text-ink-2 outline-none select-none data-[disabled]:opacity-50 data-[highlighted]:bg-hover data-[highlighted]:text-ink max-lg:h-10"
    >
      <Radix.ItemText>{label}</Radix.ItemText>
      {detail}
      <span className={detail ? "size-4" : "ml-auto"}>
        <Radix.ItemIndicator>
          <Check className="size-4 text-ink-3" aria-hidden="true" />
        </Radix.ItemIndicator>
      </span>
    </Radix.Item>
  </>
);

export interface SelectChoice {
  value: string;
  label: string;
  /** After the label; takes the rest of the line. */
  detail?: ReactNode;
  /** Below a line. */
  separated?: boolean;
}

export interface SelectProps {
  id?: string;
  value: string;
  onValueChange: (value: string) => void;
  choices: readonly SelectChoice[];
  "aria-label": string;
  icon?: ReactNode;
  /** Above the choices. */
  heading?: string;
  align?: "start" | "end";
  className?: string;
  listClassName?: string;
}
