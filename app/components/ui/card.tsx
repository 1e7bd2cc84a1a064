import { forwardRef, type HTMLAttributes } from "react";
import { cn } from "#app/lib/class-names.ts";

export const Card = forwardRef<HTMLElement, HTMLAttributes<HTMLElement>>(function Card(
  { className, ...rest },
  ref,
) {
  return (
    <section ref={ref} className={cn("rounded-card border bg-surface shadow-card", className)} {...rest} />
  );
});

export const CardHeader = forwardRef<HTMLElement, HTMLAttributes<HTMLElement>>(function CardHeader(
  { className, ...rest },
  ref,
) {
  return (
    <header
      ref={ref}
      className={cn("flex items-start justify-between gap-3 px-5 pt-4 max-lg:px-4", className)}
      {...rest}
    />
  );
});

export const CardTitle = forwardRef<HTMLHeadingElement, HTMLAttributes<HTMLHeadingElement>>(
  function CardTitle({ className, children, ...rest }, ref) {
    return (
      <h2 ref={ref} className={cn("text-body font-medium tracking-[-0.005em]", className)} {...rest}>
        {children}
      </h2>
    );
  },
);

export const CardBody = forwardRef<HTMLDivElement, HTMLAttributes<HTMLDivElement>>(function CardBody(
  { className, ...rest },
  ref,
) {
  return <div ref={ref} className={cn("px-5 pt-3 pb-5 max-lg:px-4 max-lg:pb-4", className)} {...rest} />;
});

export const CardFooter = forwardRef<HTMLElement, HTMLAttributes<HTMLElement>>(function CardFooter(
  { className, ...rest },
  ref,
) {
  return (
    <footer
      ref={ref}
      className={cn(
        "flex items-center justify-between gap-3 border-t px-5 py-2.5 text-caption text-ink-3 max-lg:px-4",
        className,
      )}
      {...rest}
    />
  );
});
