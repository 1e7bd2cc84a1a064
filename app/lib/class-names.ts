import { type ClassValue, clsx } from "clsx";
import { extendTailwindMerge } from "tailwind-merge";

/** Without the names in tokens.css it would take `text-small` for a color and drop it. */
const merge = extendTailwindMerge({
  extend: {
    theme: {
      text: ["micro", "caption", "mono", "small", "body", "lead", "title", "figure", "display"],
      radius: ["tag", "item", "control", "card", "dialog"],
      shadow: ["card", "pop", "dialog", "bottom-bar"],
      spacing: ["sidebar", "topbar", "aside"],
      container: ["page", "wide", "form", "prose"],
    },
  },
});

/** Joins class names; of two that set the same property the last one wins. */
export const cn = (...classes: ClassValue[]) => merge(clsx(classes));
