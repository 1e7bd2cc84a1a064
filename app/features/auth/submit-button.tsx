import { Button } from "#app/components/ui/button.tsx";
import { useHydrated } from "./use-hydrated.ts";

/** The one primary button of a form; it waits for the page to answer to input. */
export function SubmitButton({ busy, children }: { busy: boolean; children: string }) {
  const hydrated = useHydrated();
  return (
    <Button
      type="submit"
      variant="primary"
      size="lg"
      className="w-full disabled:opacity-100"
      busy={busy}
      disabled={!hydrated}
    >
      {children}
    </Button>
  );
}
