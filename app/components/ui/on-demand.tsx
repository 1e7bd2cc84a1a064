import {
  Component,
  type ComponentType,
  cloneElement,
  type ErrorInfo,
  type HTMLAttributes,
  type KeyboardEvent,
  type MouseEvent,
  type ReactElement,
  type ReactNode,
  useState,
} from "react";
import { CodeUnavailable } from "#app/lib/code/load-code.ts";
import { codeError } from "#app/lib/code/use-code.ts";
import { CodeFailedCard } from "./code-failed.tsx";

/** Props of a part that is loaded on demand. It starts open and wraps its own trigger. */
export interface OnDemandProps {
  trigger: ReactElement;
  /** True when it was first opened from the keyboard. */
  byKeyboard: boolean;
}

type State<Props> =
  | { step: "idle" | "loading" }
  | { step: "there"; Part: ComponentType<Props>; byKeyboard: boolean }
  | { step: "failed"; error: CodeUnavailable; byKeyboard: boolean };

interface OnDemandOptions<Extra extends object> {
  load: () => Promise<{ default: ComponentType<Extra & OnDemandProps> }>;
  popup: "menu" | "listbox" | "dialog";
  trigger: ReactElement<HTMLAttributes<HTMLElement> & { "data-waiting"?: boolean }>;
  /** Passed on to the part. */
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
  const closed = cloneElement(trigger, {
    "aria-haspopup": popup,
    "aria-expanded": false,
    ...(state.step === "loading" && { "aria-busy": true, "data-waiting": true }),
    onPointerEnter: prepare,
    onFocus: prepare,
    // `detail` is 0 for a click made with the keyboard.
    onClick: ({ detail }: MouseEvent) => void open(detail === 0),
    onKeyDown(event: KeyboardEvent) {
      if (popup === "dialog" || !ARROWS.includes(event.key)) return;
      event.preventDefault();
      void open(true);
    },
  });

  if (state.step === "there") {
    const { Part, byKeyboard } = state;
    return (
      <PartBoundary onFailure={(error) => setState({ step: "failed", error, byKeyboard })}>
        <Part {...props} trigger={trigger} byKeyboard={byKeyboard} />
      </PartBoundary>
    );
  }
  return (
    <>
      {closed}
      {state.step === "failed" && (
        <CodeFailedCard
          error={state.error}
          onRetry={() => void open(state.byKeyboard)}
          onClose={() => setState((now) => (now.step === "loading" ? now : { step: "idle" }))}
        />
      )}
    </>
  );
}

/** A reader who moved on while the code was loading is not interrupted. */
function hasMovedOn(from: Element | null): boolean {
  const { activeElement, body } = document;
  return activeElement !== from && activeElement !== body && from?.isConnected === true;
}

interface PartBoundaryProps {
  onFailure: (error: CodeUnavailable) => void;
  children: ReactNode;
}

/** Keeps an error of a part that was loaded on demand from taking the page with it. */
class PartBoundary extends Component<PartBoundaryProps, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override componentDidCatch(thrown: Error, { componentStack }: ErrorInfo) {
    console.error("A part of the page failed.", thrown, componentStack);
    this.props.onFailure(new CodeUnavailable("broken", thrown));
  }

  override render(): ReactNode {
    return !this.state.failed && this.props.children;
  }
}
