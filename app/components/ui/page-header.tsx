import type { HTMLAttributes, ReactNode } from "react";
import { cn } from "#app/lib/class-names.ts";

interface PageHeaderProps extends Omit<HTMLAttributes<HTMLElement>, "title"> {
  title: ReactNode;
  /** Beside the title, not a part of it. */
  badge?: ReactNode;
  description?: ReactNode;
  actions?: ReactNode;
}

export function PageHeader({ title, badge, description, actions, className, ...rest }: PageHeaderProps) {
  return (
    <header
      className={cn("mb-6 flex flex-wrap items-end justify-between gap-x-6 gap-y-4", className)}
      {...rest}
    >
      <div className="min-w-0 flex-1 basis-64">
        <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
          <h1 className="min-w-0 text-title font-semibold wrap-anywhere">{title}</h1>
          {badge}
        </div>
        {description && <p className="mt-1 text-body text-ink-2">{description}</p>}
      </div>
      {actions && <div className="flex items-center gap-2 max-sm:w-full">{actions}</div>}
    </header>
  );
}
