import { Command as Cmdk } from "cmdk";
import Search from "lucide-react/icons/search";
import X from "lucide-react/icons/x";
import * as Radix from "radix-ui/dialog";
import { type ComponentPropsWithoutRef, useEffect, useRef } from "react";
import { cn } from "#app/lib/class-names.ts";
import { Kbd } from "./kbd.tsx";
import { styled } from "./styled.tsx";

export const CommandDialog = Radix.Root;

/** Near the top, so that it keeps its place while the results below the field come and go. */
export const CommandContent = ({ className, ...rest }: ComponentPropsWithoutRef<typeof Radix.Content>) => (
  <Radix.Portal>
    <Radix.Overlay className="fixed inset-0 z-40 bg-scrim px-4 pt-[14vh] data-[state=closed]:animate-fade-out data-[state=open]:animate-fade-in max-lg:px-3 max-lg:pt-3">
      <Radix.Content
        aria-describedby={undefined}
        className={cn(
          "mx-auto w-full max-w-[35rem] overflow-hidden rounded-dialog bg-overlay shadow-dialog outline-none data-[state=closed]:animate-fade-out data-[state=open]:animate-rise-in",
          className,
        )}
        {...rest}
      />
    </Radix.Overlay>
  </Radix.Portal>
);

export const CommandTitle = Radix.Title;

/** The caller filters. */
export function Command(props: ComponentPropsWithoutRef<typeof Cmdk>) {
  const root = useRef<HTMLDivElement>(null);
  useEffect(() => (root.current ? keepActiveOption(root.current) : undefined), []);
  return <Cmdk ref={root} loop shouldFilter={false} vimBindings={false} {...props} />;
}

/** Names the selected option to screen readers. cmdk does so too early, and then names one that has left the list. */
function keepActiveOption(root: HTMLElement): () => void {
  const update = () => {
    const id = root.querySelector("[cmdk-item][aria-selected=true]")?.id;
    for (const element of root.querySelectorAll("[cmdk-input], [cmdk-list]")) {
      if (id === undefined) element.removeAttribute(ACTIVE);
      else if (element.getAttribute(ACTIVE) !== id) element.setAttribute(ACTIVE, id);
    }
  };
  update();
  const observer = new MutationObserver(update);
  observer.observe(root, { subtree: true, childList: true, attributeFilter: ["aria-selected", ACTIVE] });
  return () => observer.disconnect();
}
const ACTIVE = "aria-activedescendant";

export const CommandInput = ({ className, ...rest }: ComponentPropsWithoutRef<typeof Cmdk.Input>) => (
  <div className="flex h-13 items-center gap-3 border-b pr-4 pl-5">
    <Search className="size-4 shrink-0 text-ink-3" aria-hidden="true" />
    <Cmdk.Input
      className={cn(
        "h-full min-w-0 flex-1 bg-transparent text-body text-ink outline-none placeholder:text-ink-3 max-lg:text-[1rem]",
        className,
      )}
      {...rest}
    />
    <Radix.Close
      // Around it, Enter is for what is selected in the list.
      onKeyDown={(event) => {
        if (event.key === "Enter") event.stopPropagation();
      }}
      className="grid shrink-0 place-items-center rounded-tag text-ink-3 hover:text-ink max-lg:size-10"
    >
      <span className="sr-only">Close</span>
      <Kbd className="text-inherit max-lg:hidden">Esc</Kbd>
      <X className="size-4 lg:hidden" aria-hidden="true" />
    </Radix.Close>
  </div>
);

export const CommandList = styled(
  Cmdk.List,
  "max-h-[min(28.5rem,60vh)] scroll-py-2 overflow-y-auto overscroll-contain px-2 pb-1 outline-none max-lg:max-h-[55dvh]",
);

export const CommandGroup = styled(
  Cmdk.Group,
  "pt-2 pb-1 [&_[cmdk-group-heading]]:px-3 [&_[cmdk-group-heading]]:pt-1 [&_[cmdk-group-heading]]:pb-1.5 [&_[cmdk-group-heading]]:text-caption [&_[cmdk-group-heading]]:text-ink-3",
);

export const CommandItem = styled(
  Cmdk.Item,
  "group flex min-h-9 cursor-default items-center gap-3 rounded-control px-3 text-small text-ink-2 select-none data-[selected=true]:bg-hover data-[selected=true]:text-ink max-lg:min-h-11 [&_svg]:size-4 [&_svg]:shrink-0 [&_svg]:text-ink-3 data-[selected=true]:[&_svg]:text-ink",
);
