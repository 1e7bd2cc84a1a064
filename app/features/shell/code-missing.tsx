import { useLocation } from "@remix-run/react";
import { CloudOff } from "lucide-react";
import { Button } from "#app/components/ui/button.tsx";

const ID = "code-missing";

/** Runs in <head>, before the page's modules are requested: if one of them fails to load, none of them run. */
export const CODE_MISSING_SCRIPT = `;addEventListener("error",function(e){var t=e.target;
if(t&&t.tagName==="SCRIPT"&&t.type==="module"){var n=document.getElementById(${JSON.stringify(ID)});if(n)n.hidden=false}},true);`;

/** Shown without the page's code, so it has a link instead of a button. */
export function CodeMissing() {
  const { pathname } = useLocation();
  return (
    <div
      id={ID}
      hidden
      suppressHydrationWarning
      role="alert"
      className="fixed inset-x-4 bottom-6 z-50 mx-auto max-w-[26rem] rounded-card bg-overlay p-4 shadow-pop"
    >
      <div className="flex items-start gap-3 text-small">
        <CloudOff className="mt-0.5 size-4 shrink-0 text-ink-3" aria-hidden="true" />
        <div>
          <p className="font-medium">This page didn’t load completely</p>
          <p className="mt-0.5 text-ink-2">Check your connection, then reload it.</p>
          <Button asChild size="sm" className="mt-3">
            <a href={pathname}>Reload</a>
          </Button>
        </div>
      </div>
    </div>
  );
}
