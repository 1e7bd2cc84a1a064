import { useLocation } from "@remix-run/react";
import { type ReactNode, useEffect, useId } from "react";
import { cn } from "#app/lib/class-names.ts";

interface SettingsSectionProps {
  id: string;
  title: string;
  description: ReactNode;
  className?: string;
  children: ReactNode;
}

/** Its description is on the left, its controls on the right. It takes the focus when a focused control is removed. */
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

/**
 * Scrolls to the section in the address once every section has its final size. A browser does so only for sections
 * that are there when the page loads.
 */
export function useScrollToSection(settled: boolean): void {
  const { hash } = useLocation();
  useEffect(() => {
    if (settled && hash) document.getElementById(hash.slice(1))?.scrollIntoView();
  }, [settled, hash]);
}
