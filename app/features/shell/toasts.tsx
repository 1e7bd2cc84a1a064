import { SupportText } from "#app/components/support-text.tsx";
import { Toast, ToastProvider, ToastViewport } from "#app/components/ui/toast.tsx";
import { dismissToast, type ShownToast, TOAST_DURATION_MS } from "#app/lib/toast.ts";

/** Specification, section 9. */
const TOAST_SWIPE_THRESHOLD = 50;

export default function Toasts({ shown }: { shown: ShownToast | null }) {
  return (
    <ToastProvider duration={TOAST_DURATION_MS} swipeThreshold={TOAST_SWIPE_THRESHOLD}>
      {shown && (
        <Toast
          key={shown.id}
          tone={shown.tone}
          title={shown.title}
          description={shown.description && <SupportText>{shown.description}</SupportText>}
          onOpenChange={(open) => !open && dismissToast(shown.id)}
        />
      )}
      <ToastViewport />
    </ToastProvider>
  );
}
