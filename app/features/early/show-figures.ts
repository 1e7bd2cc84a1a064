import { figureParts } from "#app/lib/figure-parts.ts";
import type { EarlyFigures } from "./early-figures.ts";

/** Writes figures into their places (`EarlyFigure`), now or as soon as the page has been read. */
export function showFigures(figures: EarlyFigures): void {
  if (document.readyState === "loading") {
    document.addEventListener("readystatechange", () => show(figures), { once: true });
  } else {
    show(figures);
  }
}

function show(figures: EarlyFigures): void {
  for (const [name, figure] of Object.entries(figures)) {
    const place = document.querySelector(`[data-early="${name}"]`);
    if (!place) continue;
    const { sign, digits, unit } = figureParts(figure);
    for (const [part, text] of Object.entries({ sign, digits, unit })) {
      const element = place.querySelector(`[data-part="${part}"]`);
      if (element) element.textContent = text;
    }
    place.setAttribute("data-known", "");
  }
}
