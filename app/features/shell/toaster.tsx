import { lazy, Suspense, useState, useSyncExternalStore } from "react";
import { currentToast, subscribeToToasts } from "#app/lib/toast.ts";

/** Most pages are left without a toast. */
const Toasts = lazy(() => import("./toasts.tsx"));

/** Shows what `toast()` is given. */
export function Toaster() {
  const shown = useSyncExternalStore(subscribeToToasts, currentToast, () => null);
  // Kept once it is there, so that a toast that goes can fade out.
  const [needed, setNeeded] = useState(false);
  if (shown && !needed) setNeeded(true);
  return (
    needed && (
      <Suspense>
        <Toasts shown={shown} />
      </Suspense>
    )
  );
}
