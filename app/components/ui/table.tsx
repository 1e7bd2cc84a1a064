import { forwardRef, type HTMLAttributes, type TdHTMLAttributes, type ThHTMLAttributes } from "react";
import { cn } from "#app/lib/class-names.ts";

export const Table = forwardRef<HTMLTableElement, HTMLAttributes<HTMLTableElement>>(function Table(
  { className, ...rest },
  ref,
) {
  return <table ref={ref} className={cn("w-full text-small", className)} {...rest} />;
});

export const TableHead = forwardRef<HTMLTableSectionElement, HTMLAttributes<HTMLTableSectionElement>>(
  function TableHead(props, ref) {
    return <thead ref={ref} {...props} />;
  },
);

export const TableBody = forwardRef<HTMLTableSectionElement, HTMLAttributes<HTMLTableSectionElement>>(
  function TableBody(props, ref) {
    return <tbody ref={ref} {...props} />;
  },
);

/** A row of the body; rows of the head are plain `tr`. */
export const TableRow = forwardRef<HTMLTableRowElement, HTMLAttributes<HTMLTableRowElement>>(
  function TableRow({ className, ...rest }, ref) {
    return <tr ref={ref} className={cn("border-t transition-colors hover:bg-hover", className)} {...rest} />;
  },
);

export const TableHeaderCell = forwardRef<HTMLTableCellElement, ThHTMLAttributes<HTMLTableCellElement>>(
  function TableHeaderCell({ className, scope = "col", ...rest }, ref) {
    return (
      <th
        ref={ref}
        scope={scope}
        className={cn(
          "h-9 px-2.5 text-left text-caption font-medium text-ink-3 first:pl-5 last:pr-5",
          className,
        )}
        {...rest}
      />
    );
  },
);

export const TableCell = forwardRef<HTMLTableCellElement, TdHTMLAttributes<HTMLTableCellElement>>(
  function TableCell({ className, ...rest }, ref) {
    return <td ref={ref} className={cn("h-13 px-2.5 first:pl-5 last:pr-5", className)} {...rest} />;
  },
);
