import type { LucideIcon } from "lucide-react";
import type { HTMLAttributes, ReactNode } from "react";
import { cn } from "#app/lib/class-names.ts";

interface EmptyStateProps extends Omit<HTMLAttributes<HTMLDivElement>, "title"> {
  icon: LucideIcon;
  title: ReactNode;
  description?: ReactNode;
  action?: ReactNode;
}

export function EmptyState({ icon: Icon, title, description, action, className, ...rest }: EmptyStateProps) {
  return (
    <div className={cn("flex flex-col items-center px-6 py-14 text-center", className)} {...rest}>
      <span className="grid size-11 place-items-center rounded-card border bg-fill text-ink-3">
        <Icon className="size-5" aria-hidden="true" />
      </span>
      <h3 className="mt-4 text-body font-medium">{title}</h3>
      {description && <p className="mt-1 max-w-xs text-small text-ink-2">{description}</p>}
      {action && <div className="mt-5">{action}</div>}
    </div>
  );
}
