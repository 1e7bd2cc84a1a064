import { formatDate, formatTime } from "#app/lib/format.ts";

/** `Nov 20, 2026 09:12` in the reader's zone, for a table. */
export const Moment = ({ at }: { at: string }) => (
  <time dateTime={at}>
    {formatDate(at)} <span className="text-ink-3">{formatTime(at)}</span>
  </time>
);
