import { type ComponentPropsWithoutRef, type ComponentRef, type ElementType, forwardRef } from "react";
import { cn } from "#app/lib/class-names.ts";

/** `element` with class names of its own. It takes the same props and ref; `className` wins over `classes`. */
export function styled<Tag extends ElementType>(element: Tag, classes: string) {
  const Element: ElementType = element;
  return forwardRef<ComponentRef<Tag>, ComponentPropsWithoutRef<Tag>>(function Styled(
    { className, ...rest }: { className?: string },
    ref,
  ) {
    return <Element ref={ref} className={cn(classes, className)} {...rest} />;
  });
}
