import type { ComponentType } from "react";

/** What a route of the shell says of itself, as its `handle`. */
export interface PageHandle {
  /** The page before its reader is known, where it is more than a heading and a layout. */
  Outline: ComponentType;
}

export const isPageHandle = (handle: unknown): handle is PageHandle =>
  typeof handle === "object" && handle !== null && "Outline" in handle;
