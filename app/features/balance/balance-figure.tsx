import { formatDollars } from "#app/lib/format.ts";

/** Dims the currency sign; a debt keeps its minus before the sign. */
export function BalanceFigure({
  dollars,
  signClass = "text-ink-3",
}: {
  dollars: number;
  signClass?: string;
}) {
  const [minus, digits] = formatDollars(dollars).split("$");
  return (
    <>
      {minus}
      <span className={`mr-px font-normal ${signClass}`}>$</span>
      {digits}
    </>
  );
}
