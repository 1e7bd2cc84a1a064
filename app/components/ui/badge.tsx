import { cva, type VariantProps } from "class-variance-authority";
import type { HTMLAttributes } from "react";
import { cn } from "#app/lib/class-names.ts";

const badge = cva(
  "inline-flex h-5 shrink-0 items-center gap-1 rounded-tag px-1.5 text-caption font-medium whitespace-nowrap tabular-nums [&_svg:not([class*='size-'])]:size-3",
  {
    variants: {
      tone: {
        neutral: "bg-ink/7 text-ink-2",
        accent: "bg-accent-soft text-accent-ink",
        success: "bg-success-soft text-success-ink",
        warning: "bg-warning-soft text-warning-ink",
        danger: "bg-danger-soft text-danger-ink",
      },
    },
    defaultVariants: { tone: "neutral" },
  },
);

type BadgeProps = HTMLAttributes<HTMLSpanElement> & VariantProps<typeof badge>;

export const Badge = ({ tone, className, ...rest }: BadgeProps) => (
  <span className={cn(badge({ tone }), className)} {...rest} />
);
