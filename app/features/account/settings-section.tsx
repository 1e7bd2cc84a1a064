import { type ReactNode, useId } from "react";
import { cn } from "#app/lib/class-names.ts";

interface SettingsSectionProps {
  /** What an address names it by: `/profile#sessions`. */
  id: string;
  title: string;
  description: ReactNode;
  className?: string;
  children: ReactNode;
}

/** A subject of the settings: what it is at the left, its controls at the right. It takes the focus of what leaves it. */
export function SettingsSection({ id, title, description, className, children }: SettingsSectionProps) {
  const headingId = useId();
  return (
    <section
      id={id}
      tabIndex={-1}
      aria-labelledby={headingId}
      className={cn(
        "grid scroll-mt-topbar outline-none grid-cols-[15rem_minmax(0,1fr)] gap-8 border-t py-8 first:border-t-0 first:pt-2 max-lg:grid-cols-[minmax(0,1fr)] max-lg:gap-4 max-lg:py-6",
        className,
      )}
    >
      <div>
        <h2 id={headingId} className="text-body font-medium">
          {title}
        </h2>
        <p className="mt-1 text-small text-ink-2">{description}</p>
      </div>
      <div className="min-w-0">{children}</div>
    </section>
  );
}
