import CircleCheck from "lucide-react/icons/circle-check";
import CircleAlert from "lucide-react/icons/circle-exclamation-point";
import Info from "lucide-react/icons/info";
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

const loadToasts = () => import("./toasts.tsx");

/** Works even when the code for toasts can't be loaded. */
export function Toaster() {
  const shown = useSyncExternalStore(subscribeToToasts, currentToast, () => null);
  // Stays true, so that a dismissed toast can fade out.
  const [needed, setNeeded] = useState(false);
  if (shown && !needed) setNeeded(true);
  const { module, error } = useCode(loadToasts, needed);
  if (module) return <module.default shown={shown} />;
  return error && shown && <PlainToast key={shown.id} {...shown} />;
}

const ICONS = {
  info: <Info className="text-ink-3" aria-hidden="true" />,
  success: <CircleCheck className="text-success" aria-hidden="true" />,
  danger: <CircleAlert className="text-danger" aria-hidden="true" />,
};

function PlainToast({ id, tone, title, description }: ShownToast) {
  useEffect(() => {
    const timer = setTimeout(() => dismissToast(id), TOAST_DURATION_MS);
    return () => clearTimeout(timer);
  }, [id]);
  return (
    <Notice icon={ICONS[tone]} title={title} description={description} onDismiss={() => dismissToast(id)} />
  );
}
