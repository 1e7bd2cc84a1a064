import {
  Component,
  type ComponentType,
  cloneElement,
  type ErrorInfo,
  type KeyboardEvent,
  type MouseEvent,
  type ReactElement,
  type ReactNode,
  useState,
} from "react";
import { CodeUnavailable } from "#app/lib/code/load-code.ts";
import { codeError } from "#app/lib/code/use-code.ts";
import { CodeFailedCard } from "./code-failed-card.tsx";

/** Props of a part that is loaded on demand: it starts open and wraps its own trigger. */
export interface OnDemandProps {
  trigger: ReactElement;
  /** True when it was first opened from the keyboard. */
  byKeyboard: boolean;
}

type Popup = "menu" | "listbox" | "dialog";

/** Attributes and listeners of a trigger whose part has not loaded yet. */
interface TriggerProps {
  "aria-haspopup"?: Popup;
  "aria-expanded"?: false;
  "aria-busy"?: boolean;
  "data-waiting"?: boolean;
  onPointerEnter?: () => void;
  onFocus?: () => void;
  onClick?: (event: MouseEvent) => void;
  onKeyDown?: (event: KeyboardEvent) => void;
}

type State<Props> =
  | { step: "idle" | "loading" }
  | { step: "there"; Part: ComponentType<Props>; byKeyboard: boolean }
  | { step: "failed"; error: CodeUnavailable; byKeyboard: boolean };

interface OnDemandOptions<Extra extends object> {
  load: () => Promise<{ default: ComponentType<Extra & OnDemandProps> }>;
  popup: Popup;
  trigger: ReactElement<TriggerProps>;
  /** For the part. */
  props: Extra;
}

const ARROWS = ["ArrowDown", "ArrowUp"];

/**
 * A part whose code is loaded as soon as its trigger is pointed at or has the focus, and which the first click or
 * key opens; an arrow key too, where there is something to choose from.
 */
export function OnDemand<Extra extends object>({ load, popup, trigger, props }: OnDemandOptions<Extra>) {
  const [state, setState] = useState<State<Extra & OnDemandProps>>({ step: "idle" });

  const prepare = () => void load().catch(() => undefined);
  const open = async (byKeyboard: boolean) => {
    setState({ step: "loading" });
    const focused = document.activeElement;
    try {
      const { default: Part } = await load();
      setState(hasMovedOn(focused) ? { step: "idle" } : { step: "there", Part, byKeyboard });
    } catch (thrown) {
      setState({ step: "failed", error: codeError(thrown), byKeyboard });
    }
  };
  const failedCard = (error: CodeUnavailable, byKeyboard: boolean) => (
    <CodeFailedCard
      error={error}
      onRetry={() => void open(byKeyboard)}
      onClose={() => setState((now) => (now.step === "loading" ? now : { step: "idle" }))}
    />
  );
  const waiting = state.step === "loading";
  const closed = cloneElement(trigger, {
    "aria-haspopup": popup,
    "aria-expanded": false,
    ...(waiting && { "aria-busy": true, "data-waiting": true }),
    onPointerEnter: prepare,
    onFocus: prepare,
    // A click that no pointer made counts none.
    onClick: ({ detail }: MouseEvent) => void open(detail === 0),
    onKeyDown(event: KeyboardEvent) {
      if (popup === "dialog" || !ARROWS.includes(event.key)) return;
      event.preventDefault();
      void open(true);
    },
  });

  if (state.step === "there") {
    const { Part, byKeyboard } = state;
    const failed = (error: CodeUnavailable) => (
      <>
        {closed}
        {failedCard(error, byKeyboard)}
      </>
    );
    return (
      <PartBoundary fallback={failed}>
        <Part {...props} trigger={trigger} byKeyboard={byKeyboard} />
      </PartBoundary>
    );
  }
  return (
    <>
      {closed}
      {state.step === "failed" && failedCard(state.error, state.byKeyboard)}
    </>
  );
}

/** A reader who moved on while the code was loading is not interrupted. */
function hasMovedOn(from: Element | null): boolean {
  const { activeElement, body } = document;
  return activeElement !== from && activeElement !== body && from?.isConnected === true;
}

interface PartBoundaryProps {
  /** Shown in the place of a part that threw. */
  fallback: (error: CodeUnavailable) => ReactNode;
  children: ReactNode;
}

/** Keeps an error of a part that was loaded on demand from taking the page with it. */
class PartBoundary extends Component<PartBoundaryProps, { error: CodeUnavailable | null }> {
  override state: { error: CodeUnavailable | null } = { error: null };

  static getDerivedStateFromError(thrown: unknown) {
    return { error: new CodeUnavailable("broken", thrown) };
  }

  override componentDidCatch(thrown: Error, { componentStack }: ErrorInfo) {
    console.error("A part of the page failed.", thrown, componentStack);
  }

  override render(): ReactNode {
    return this.state.error ? this.props.fallback(this.state.error) : this.props.children;
  }
}
