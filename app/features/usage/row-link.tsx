import { Link, type LinkProps } from "@remix-run/react";

/** Makes the whole row a link; the row is `relative isolate`. */
export const RowLink = (props: LinkProps) => (
  <Link
    className="after:absolute after:inset-0 after:rounded-item after:transition-colors hover:after:bg-hover"
    {...props}
  />
);

/** How large a share is, behind the row. */
export const ShareBar = ({ percent }: { percent: number }) => (
  <span
    className="absolute inset-y-0 left-0 -z-10 rounded-item bg-accent-soft"
    style={{ width: `${percent}%` }}
    aria-hidden="true"
  />
);
