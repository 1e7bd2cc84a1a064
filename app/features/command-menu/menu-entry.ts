import type { LucideIcon } from "lucide-react";

export interface MenuEntry {
  id: string;
  label: string;
  Icon: LucideIcon;
  /** Where it leads, or what it does here. */
  leads: string | (() => unknown);
  /** Said beside the label. */
  note?: string | undefined;
  /** At the right, as code. */
  code?: string;
  /** What it is, which finds it as well as its label. */
  what?: string;
  /** What else it is found by. */
  words?: string;
}

export interface MenuGroup {
  title: string;
  entries: MenuEntry[];
  /** How many are shown before a word is typed. */
  atFirst: number;
}
