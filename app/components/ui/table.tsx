import type { ComponentPropsWithoutRef } from "react";
import { cn } from "#app/lib/class-names.ts";

export const Table = ({ className, ...rest }: ComponentPropsWithoutRef<"table">) => (
  <table className={cn("w-full text-small", className)} {...rest} />
);

/** In line with the card around the table. */
export const TABLE_EDGES = "first:pl-5 last:pr-5 max-lg:first:pl-4 max-lg:last:pr-4";

/** A row of the body; rows of the head are plain `tr`. */
export const TableRow = ({ className, ...rest }: ComponentPropsWithoutRef<"tr">) => (
  <tr className={cn("border-t transition-colors hover:bg-hover", className)} {...rest} />
);

export const TableHeaderCell = ({ className, ...rest }: ComponentPropsWithoutRef<"th">) => (
  <th
    scope="col"
    className={cn("h-9 px-2.5 text-left text-caption font-medium text-ink-3", TABLE_EDGES, className)}
    {...rest}
  />
);

export const TableCell = ({ className, ...rest }: ComponentPropsWithoutRef<"td">) => (
  <td className={cn("h-13 px-2.5", TABLE_EDGES, className)} {...rest} />
);
