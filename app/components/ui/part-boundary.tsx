import { Component, type ErrorInfo, type ReactNode } from "react";
import { CodeUnavailable } from "#app/lib/code/load-code.ts";

interface PartBoundaryProps {
  /** Shown in the place of a part that threw. */
  fallback: (error: CodeUnavailable) => ReactNode;
  children: ReactNode;
}

/** Keeps an error of a part that was loaded on demand from taking the page with it. */
export class PartBoundary extends Component<PartBoundaryProps, { error: CodeUnavailable | null }> {
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
