import type { LucideIcon } from "lucide-react";
import CircleCheck from "lucide-react/icons/circle-check";
import CircleAlert from "lucide-react/icons/circle-exclamation-point";
import Info from "lucide-react/icons/info";
import TriangleAlert from "lucide-react/icons/triangle-exclamation-point";
import { forwardRef, type HTMLAttributes } from "react";
import { cn } from "#app/lib/class-names.ts";

const TONES = {
  success: { Icon: CircleCheck, look: "bg-success-soft text-success-ink" },
  warning: { Icon: TriangleAlert, look: "bg-warning-soft text-warning-ink" },
  danger: { Icon: CircleAlert, look: "bg-danger-soft text-danger-ink" },
  info: { Icon: Info, look: "bg-accent-soft text-accent-ink" },
} as const;

interface AlertProps extends HTMLAttributes<HTMLDivElement> {
  tone?: keyof typeof TONES;
  /** Instead of the tone's own. */
  icon?: LucideIcon;
}

/** A danger alert interrupts a screen reader, the others wait. */
export const Alert = forwardRef<HTMLDivElement, AlertProps>(function Alert(
  { tone = "info", icon, className, children, ...rest },
  ref,
) {
  const { Icon: usual, look } = TONES[tone];
  const Icon = icon ?? usual;
  return (
    <div
      ref={ref}
      role={tone === "danger" ? "alert" : "status"}
      className={cn("flex items-start gap-2.5 rounded-control p-3", look, className)}
      {...rest}
    >
      <Icon className="mt-0.5 size-4 shrink-0" aria-hidden="true" />
      <div className="min-w-0 flex-1 text-small">{children}</div>
    </div>
  );
});
