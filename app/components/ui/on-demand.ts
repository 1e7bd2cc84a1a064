import { type ComponentType, type KeyboardEvent, type MouseEvent, type ReactElement, useState } from "react";

/** What a part gets that was fetched when it was wanted: it begins open, and puts itself around its trigger. */
export interface OnDemandProps {
  trigger: ReactElement;
  /** Whether the first wish for it came from the keyboard. */
  byKeyboard: boolean;
}

type Popup = "menu" | "listbox" | "dialog";

/** What a trigger says and listens to while its part is not there. */
interface Wish {
  "aria-haspopup"?: Popup;
  "aria-expanded"?: false;
  onPointerEnter?: () => void;
  onFocus?: () => void;
  onClick?: (event: MouseEvent) => void;
  onKeyDown?: (event: KeyboardEvent) => void;
}

const NOTHING: Wish = {};
const ARROWS = ["ArrowDown", "ArrowUp"];

/**
 * A part whose code is fetched as soon as its trigger is pointed at or has the focus, and which the first click or
 * key opens; an arrow key too, where there is something to choose from.
 * @returns the part, null until it is wanted, and what its trigger needs until then.
 */
export function useOnDemand<Props>(load: () => Promise<{ default: ComponentType<Props> }>, popup: Popup) {
  const [wanted, setWanted] = useState<{ Part: ComponentType<Props>; byKeyboard: boolean } | null>(null);
  if (wanted) return { ...wanted, wish: NOTHING };

  const prepare = () => void load().catch(() => undefined);
  const open = async (byKeyboard: boolean) => {
    const { default: Part } = await load();
    setWanted({ Part, byKeyboard });
  };
  const wish: Wish = {
    "aria-haspopup": popup,
    "aria-expanded": false,
    onPointerEnter: prepare,
    onFocus: prepare,
    // A click that no pointer made counts none.
    onClick: ({ detail }) => void open(detail === 0),
    onKeyDown(event) {
      if (popup === "dialog" || !ARROWS.includes(event.key)) return;
      event.preventDefault();
      void open(true);
    },
  };
  return { Part: null, byKeyboard: false, wish };
}
