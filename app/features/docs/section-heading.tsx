import { Link } from "@remix-run/react";
import { Check, Link2 } from "lucide-react";
import { useCopy } from "#app/features/keys/use-copy.ts";
import { cn } from "#app/lib/class-names.ts";
import { docsMessages } from "./messages.ts";

interface SectionHeadingProps {
  id: string;
  title: string;
  /** Whether it is a part of the section above it. */
  inner?: boolean | undefined;
}

/** Its sign goes to the section's own address, and copies it. */
export function SectionHeading({ id, title, inner = false }: SectionHeadingProps) {
  const Heading = inner ? "h3" : "h2";
  const { copied, copy } = useCopy({ failed: docsMessages.copyFailed });
  const Icon = copied ? Check : Link2;
  const copyAddress = async () => new URL(`#${id}`, window.location.href).href;
  return (
    <div className="group mt-10 flex items-center gap-1 first:mt-0">
      <Heading
        id={id}
        tabIndex={-1}
        className={cn(
          "rounded-tag font-semibold tracking-[-0.015em]",
          inner ? "text-[1rem] leading-6" : "text-[1.125rem] leading-7",
        )}
      >
        {title}
      </Heading>
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
