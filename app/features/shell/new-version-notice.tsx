import Sparkles from "lucide-react/icons/sparkles";
import { useState } from "react";
import { Button } from "#app/components/ui/button.tsx";
import { Notice } from "#app/components/ui/notice.tsx";
import { useNewBuild } from "#app/lib/code/new-build.ts";

/** Announces each new build once. */
export function NewVersionNotice() {
  const build = useNewBuild();
  const [dismissed, setDismissed] = useState<string | null>(null);
  if (build === null || build === dismissed) return null;
  const dismiss = () => setDismissed(build);
  return (
    <Notice
      icon={<Sparkles className="text-accent" aria-hidden="true" />}
      title="A new version is available"
      description="Reload when you’re ready. You’ll stay signed in."
      actions={
        <>
          <Button size="sm" onClick={() => window.location.reload()}>
            Reload
          </Button>
          <Button size="sm" variant="ghost" onClick={dismiss}>
            Later
          </Button>
        </>
      }
      onDismiss={dismiss}
    />
  );
}
