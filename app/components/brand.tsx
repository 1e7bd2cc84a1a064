import { Link } from "@remix-run/react";
import { paths } from "#app/lib/paths.ts";

interface BrandProps {
  to?: string;
  /** Of the tile and the mark in it. */
  colors?: readonly [tile: string, mark: string];
}

export function Brand({
  to = paths.dashboard,
  colors: [tile, mark] = ["fill-primary", "fill-canvas"],
}: BrandProps) {
  return (
    <Link to={to} className="flex min-h-9 items-center gap-2.5 rounded-item">
      <svg className="size-7 shrink-0" viewBox="0 0 28 28" aria-hidden="true">
        <rect width="28" height="28" rx="7.5" className={tile} />
        <path
          className={mark}
          d="M14 6.6a4.4 4.4 0 0 0-2.35 8.12l-1.2 5.06c-.16.68.36 1.32 1.05 1.32h5c.69 0 1.21-.64 1.05-1.32l-1.2-5.06A4.4 4.4 0 0 0 14 6.6Z"
        />
      </svg>
      <span className="text-[0.9375rem] font-semibold tracking-[-0.02em]">Latchkey</span>
    </Link>
  );
}
