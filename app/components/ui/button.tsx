import { cva, type VariantProps } from "class-variance-authority";
import * as Slot from "radix-ui/slot";
import { type ButtonHTMLAttributes, forwardRef, type MouseEvent } from "react";
import { cn } from "#app/lib/class-names.ts";
import { Spinner } from "./spinner.tsx";

const button = cva(
  "inline-flex shrink-0 items-center justify-center gap-2 rounded-control font-medium whitespace-nowrap transition-colors disabled:pointer-events-none disabled:opacity-50 [&_svg:not([class*='size-'])]:size-4",
  {
    variants: {
      variant: {
        primary: "bg-primary text-on-primary hover:bg-primary-hover",
        secondary:
          "border border-edge bg-surface text-ink shadow-card hover:bg-[color-mix(in_oklab,var(--surface),var(--ink)_4%)]",
        ghost: "text-ink-2 hover:bg-hover hover:text-ink",
        danger: "bg-danger text-on-danger hover:opacity-90",
        link: "rounded-tag text-accent-ink underline-offset-4 hover:underline",
      },
      size: {
        sm: "h-8 px-3 text-small max-lg:h-9",
        md: "h-9 px-3.5 text-small max-lg:h-10",
        lg: "h-10 px-4 text-body max-sm:h-11",
        icon: "size-8 text-small max-lg:size-10",
      },
    },
    compoundVariants: [
      { variant: "link", size: ["sm", "md", "lg"], class: "h-auto px-0 max-lg:h-auto max-lg:min-h-9" },
    ],
    defaultVariants: { variant: "secondary", size: "md" },
  },
);

/** For a button that removes something: gray until it is hovered. */
export const QUIET_DANGER = "text-ink-2 hover:bg-danger-soft hover:text-danger-ink";

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement>, VariantProps<typeof button> {
  /** Shows a spinner and ignores clicks, but keeps the focus. */
  busy?: boolean;
  /** Styles its only child instead, such as a link. */
  asChild?: boolean;
}

/** With `aria-disabled` it looks and acts disabled but can still be focused, so that a tooltip can say why. */
export const Button = forwardRef<HTMLButtonElement, ButtonProps>(function Button(
  { variant, size, busy = false, asChild = false, className, type = "button", onClick, children, ...rest },
  ref,
) {
  const blocked = busy || rest["aria-disabled"] === true || rest["aria-disabled"] === "true";
  const handleClick = (event: MouseEvent<HTMLButtonElement>) => {
    if (blocked) event.preventDefault();
    else onClick?.(event);
  };
  const classes = cn(button({ variant, size }), blocked && !busy && "cursor-default opacity-50", className);
  if (asChild) {
    return (
      <Slot.Root ref={ref} className={classes} onClick={handleClick} {...rest}>
        {children}
      </Slot.Root>
    );
  }
  return (
    <button
      {...rest}
      ref={ref}
      type={type}
      className={classes}
      onClick={handleClick}
      {...(busy && { "aria-busy": true, "aria-disabled": true })}
    >
      {busy && <Spinner />}
      {children}
    </button>
  );
});
