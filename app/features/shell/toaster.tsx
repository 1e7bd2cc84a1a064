import { CircleAlert, CircleCheck, Info } from "lucide-react";
import { useEffect, useState, useSyncExternalStore } from "react";
import { Notice } from "#app/components/ui/notice.tsx";
import { useCode } from "#app/lib/code/use-code.ts";
import {
  currentToast,
  dismissToast,
  type ShownToast,
  subscribeToToasts,
  TOAST_DURATION_MS,
} from "#app/lib/toast.ts";

/** Most pages are left without a toast. */
const loadToasts = () => import("./toasts.tsx");

/** Shows what `toast()` is given, also when the code of the toasts cannot be loaded. */
export function Toaster() {
  const shown = useSyncExternalStore(subscribeToToasts, currentToast, () => null);
  // Kept once it is there, so that a toast that goes can fade out.
  const [needed, setNeeded] = useState(false);
  if (shown && !needed) setNeeded(true);
  const { module, error } = useCode(loadToasts, needed);
  if (module) return <module.default shown={shown} />;
  return error && shown && <PlainToast key={shown.id} {...shown} />;
}

const icons = {
  info: <Info className="text-ink-3" aria-hidden="true" />,
  success: <CircleCheck className="text-success" aria-hidden="true" />,
  danger: <CircleAlert className="text-danger" aria-hidden="true" />,
};

/** One that cannot be swiped away. */
function PlainToast({ id, tone = "info", title, description }: ShownToast) {
  useEffect(() => {
    const timer = setTimeout(() => dismissToast(id), TOAST_DURATION_MS);
    return () => clearTimeout(timer);
  }, [id]);
  return (
    <Notice icon={icons[tone]} title={title} description={description} onDismiss={() => dismissToast(id)} />
  );
}
