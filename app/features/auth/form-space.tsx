import type { ReactNode } from "react";
import { cn } from "#app/lib/class-names.ts";

interface FormSpaceProps {
  /** The class for the height of the form with a message in it. */
  height: string;
  children: ReactNode;
}

/** Of the sign-in page, and of what stands in its place for a moment. */
export const signInHeight = "lg:min-h-[31.5rem]";

/** Room below the heading: the frame centers what it holds, and nothing shall move when a message comes or goes. */
export function FormSpace({ height, children }: FormSpaceProps) {
  return <div className={cn("mt-6", height)}>{children}</div>;
}
