import * as Radix from "radix-ui/tabs";
import { type ComponentPropsWithoutRef, forwardRef, type SyntheticEvent } from "react";
import { cn } from "#app/lib/class-names.ts";
import { SEGMENT, SEGMENTS } from "./segment-look.ts";
import { styled } from "./styled.tsx";

export const Tabs = Radix.Root;

export const TabsList = styled(Radix.List, "flex gap-5 border-b");

export const TabsTrigger = trigger(
  "-mb-px flex h-10 items-center rounded-t-tag gap-2 border-b-[1.5px] border-transparent text-small font-medium text-ink-2 transition-colors hover:text-ink data-[state=active]:border-ink data-[state=active]:text-ink",
);

/** A list that looks like a segmented control. */
export const SegmentTabsList = styled(Radix.List, SEGMENTS);

export const SegmentTabsTrigger = trigger(`${SEGMENT} h-8 flex-1 rounded-tag px-3.5`);

export const TabsContent = styled(Radix.Content, "rounded-item");

const PRESSED = "data-pressed";
const mark = ({ currentTarget }: SyntheticEvent) => currentTarget.setAttribute(PRESSED, "");
const unmark = ({ currentTarget }: SyntheticEvent) => currentTarget.removeAttribute(PRESSED);

/** Radix focuses a pressed tab from a script, for which browsers draw the focus ring that is meant for the keyboard. */
function trigger(classes: string) {
  return forwardRef<HTMLButtonElement, ComponentPropsWithoutRef<typeof Radix.Trigger>>(function Trigger(
    { className, ...rest },
    ref,
  ) {
    return (
      <Radix.Trigger
        ref={ref}
        className={cn(classes, "data-pressed:outline-none", className)}
        onMouseDown={mark}
        onKeyDown={unmark}
        onBlur={unmark}
        {...rest}
      />
    );
  });
}
