import type { ComponentPropsWithoutRef } from "react";
import { cn } from "#app/lib/class-names.ts";

export const Table = ({ className, ...rest }: ComponentPropsWithoutRef<"table">) => (
  <table className={cn("w-full text-small", className)} {...rest} />
);

/** In line with the card around the table. */
const EDGES = "first:pl-5 last:pr-5 max-lg:first:pl-4 max-lg:last:pr-4";
export const HEADER_CELL = `h-9 px-2.5 text-left text-caption font-medium text-ink-3 ${EDGES}`;
export const BODY_CELL = `h-13 px-2.5 ${EDGES}`;

/** A row of the body; rows of the head are plain `tr`. */
export const TableRow = ({ className, ...rest }: ComponentPropsWithoutRef<"tr">) => (
  <tr className={cn("border-t transition-colors hover:bg-hover", className)} {...rest} />
);

export const TableHeaderCell = ({ className, ...rest }: ComponentPropsWithoutRef<"th">) => (
  <th scope="col" className={cn(HEADER_CELL, className)} {...rest} />
);

/** Names its row. */
export const TableRowHeader = ({ className, ...rest }: ComponentPropsWithoutRef<"th">) => (
  <th scope="row" className={cn(BODY_CELL, "text-left [font-weight:inherit]", className)} {...rest} />
);

export const TableCell = ({ className, ...rest }: ComponentPropsWithoutRef<"td">) => (
  <td className={cn(BODY_CELL, className)} {...rest} />
);
