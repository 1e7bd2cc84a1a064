/** `$29.78` has a sign before its digits, `191 ms` a unit behind them: both are set smaller or quieter. */
export function figureParts(figure: string): { sign: string; digits: string; unit: string } {
  const [, sign = "", digits = figure, unit = ""] = /^([^\d.,]*)([\d.,]+)\s*(.*)$/.exec(figure) ?? [];
  return { sign, digits, unit };
}
