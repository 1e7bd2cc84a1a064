import X from "lucide-react/icons/x";
import type { ReactNode } from "react";

interface NoticeProps {
  icon: ReactNode;
  title: string;
  description?: ReactNode;
  actions?: ReactNode;
  onDismiss: () => void;
}

/** A message where toasts are shown. It needs no code on demand, and stays until it is dismissed. */
export function Notice({ icon, title, description, actions, onDismiss }: NoticeProps) {
  return (
    // Hidden while a dialog is open: a click on it would close the dialog and lose everything typed there.
    <div className="pointer-events-none fixed inset-x-0 bottom-0 z-50 flex justify-end p-6 max-sm:justify-center max-sm:p-4 [body[data-scroll-locked]_&]:hidden">
      <div
        role="status"
        className="pointer-events-auto relative flex w-[22rem] max-w-[calc(100vw-2rem)] animate-rise-in items-start gap-3 rounded-card bg-overlay p-4 pr-10 shadow-pop [&>svg]:mt-px [&>svg]:size-[18px] [&>svg]:shrink-0"
      >
        {icon}
        <div className="min-w-0 flex-1 text-small">
          <p className="font-medium">{title}</p>
          {description && <p className="mt-0.5 text-ink-2">{description}</p>}
          {actions && <div className="mt-3 flex gap-2">{actions}</div>}
        </div>
        <button
          type="button"
          aria-label="Dismiss"
          className="absolute top-3 right-3 grid size-6 place-items-center rounded-item text-ink-3 transition-colors after:absolute after:-inset-2 hover:bg-hover"
          onClick={onDismiss}
        >
          <X className="size-3.5" aria-hidden="true" />
        </button>
      </div>
    </div>
  );
}
