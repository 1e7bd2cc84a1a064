import { LoaderCircle, type LucideProps } from "lucide-react";
import { forwardRef } from "react";
import { cn } from "#app/lib/class-names.ts";

/** Decorative: the text beside it says what is going on. */
export const Spinner = forwardRef<SVGSVGElement, LucideProps>(function Spinner({ className, ...rest }, ref) {
  return (
    <LoaderCircle ref={ref} aria-hidden="true" className={cn("size-4 animate-spin", className)} {...rest} />
  );
});
