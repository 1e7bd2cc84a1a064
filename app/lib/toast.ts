/** Specification, section 9. */
export const TOAST_DURATION_MS = 5000;

export interface ToastMessage {
  title: string;
  description?: string | undefined;
  /** Defaults to info. */
  tone?: "info" | "success" | "danger" | undefined;
}

export interface ShownToast extends ToastMessage {
  id: number;
}

let shown: ShownToast | null = null;
let lastId = 0;
const listeners = new Set<() => void>();

function show(next: ShownToast | null): void {
  shown = next;
  for (const listener of listeners) listener();
}

/** Shows a toast in place of the one before. */
export function toast(message: ToastMessage): void {
  lastId += 1;
  show({ ...message, id: lastId });
}

/** Removes a toast, unless another has taken its place. */
export function dismissToast(id: number): void {
  if (shown?.id === id) show(null);
}

export const currentToast = (): ShownToast | null => shown;

export function subscribeToToasts(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
