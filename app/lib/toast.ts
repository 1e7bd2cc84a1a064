/** Specification, section 9. */
export const TOAST_DURATION_MS = 5000;

export interface ToastMessage {
  title: string;
  description?: string | undefined;
}

export interface ShownToast extends ToastMessage {
  id: number;
  tone: "info" | "success" | "danger";
}

let shown: ShownToast | null = null;
let lastId = 0;
const listeners = new Set<() => void>();

function show(next: ShownToast | null): void {
  shown = next;
  for (const listener of listeners) listener();
}

const toastOf =
  (tone: ShownToast["tone"]) =>
  (message: ToastMessage): void => {
    lastId += 1;
    show({ ...message, tone, id: lastId });
  };

/** Shows a toast in place of the one before. */
export const toast = {
  info: toastOf("info"),
  success: toastOf("success"),
  failure: toastOf("danger"),
};

/** Removes a toast, unless another has taken its place. */
export function dismissToast(id: number): void {
  if (shown?.id === id) show(null);
}

export const currentToast = (): ShownToast | null => shown;

export function subscribeToToasts(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
