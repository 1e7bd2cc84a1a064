import type { HTMLAttributes, ReactNode } from "react";
import { cn } from "#app/lib/class-names.ts";

interface PageHeaderProps extends Omit<HTMLAttributes<HTMLElement>, "title"> {
  title: ReactNode;
  description?: ReactNode;
  actions?: ReactNode;
}

/** The one title of a page. */
export function PageHeader({ title, description, actions, className, ...rest }: PageHeaderProps) {
  return (
    <header
      className={cn("mb-6 flex flex-wrap items-end justify-between gap-x-6 gap-y-4", className)}
      {...rest}
    >
      <div className="min-w-0">
        <h1 className="text-title font-semibold">{title}</h1>
        {description && <p className="mt-1 text-body text-ink-2">{description}</p>}
      </div>
      {actions && <div className="flex items-center gap-2 max-sm:w-full">{actions}</div>}
    </header>
  );
}
