import type { ComponentType, ReactNode } from "react";
import { useCode } from "#app/lib/code/use-code.ts";
import { CodeFailed } from "./code-failed.tsx";

interface LazyComponentProps<Props extends object> {
  /** The same function in every render. */
  load: () => Promise<{ default: ComponentType<Props> }>;
  props: Props;
  waiting?: ReactNode;
}

/** Loads its code as soon as it is rendered. */
export function LazyComponent<Props extends object>({
  load,
  props,
  waiting = null,
}: LazyComponentProps<Props>) {
  const { module, error, retry } = useCode(load);
  if (error) return <CodeFailed error={error} onRetry={retry} className="rounded-control bg-fill p-4" />;
  return module ? <module.default {...props} /> : waiting;
}
