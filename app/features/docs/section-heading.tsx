import { Link } from "@remix-run/react";
import { Check, Link2 } from "lucide-react";
import { useCopy } from "#app/features/keys/use-copy.ts";
import { cn } from "#app/lib/class-names.ts";
import { docsMessages } from "./messages.ts";

/** Its sign goes to the section's own address, and copies it. */
export function SectionHeading({ id, title }: { id: string; title: string }) {
  const { copied, copy } = useCopy({ failed: docsMessages.copyFailed });
  const Icon = copied ? Check : Link2;
  const copyAddress = async () => new URL(`#${id}`, window.location.href).href;
  return (
    <div className="group mt-10 flex items-center gap-1 first:mt-0">
      <h2
        id={id}
        tabIndex={-1}
        className="rounded-tag text-[1.125rem] leading-7 font-semibold tracking-[-0.015em]"
      >
        {title}
      </h2>
      <Link
        to={{ hash: id }}
        aria-label={copied ? "Copied" : `Copy link to “${title}”`}
        onClick={() => copy(copyAddress())}
        className={cn(
          "grid size-7 place-items-center rounded-item text-ink-3 transition-opacity hover:text-ink focus-visible:opacity-100 max-lg:size-9 lg:opacity-0 lg:group-hover:opacity-100",
          copied && "text-success-ink lg:opacity-100",
        )}
      >
        <Icon className="size-4" aria-hidden="true" />
      </Link>
    </div>
  );
}
