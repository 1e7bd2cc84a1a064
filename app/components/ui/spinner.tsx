import type { LucideProps } from "lucide-react";
import LoaderCircle from "lucide-react/icons/loader-circle";
import { cn } from "#app/lib/class-names.ts";

/** Decorative: the text beside it says what is going on. */
export const Spinner = ({ className, ...rest }: LucideProps) => (
  <LoaderCircle aria-hidden="true" className={cn("size-4 animate-spin", className)} {...rest} />
);
