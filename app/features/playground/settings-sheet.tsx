import Plus from "lucide-react/icons/plus";
import SlidersHorizontal from "lucide-react/icons/sliders-horizontal";
import { Button } from "#app/components/ui/button.tsx";
import { Sheet, SheetClose, SheetContent, SheetTitle, SheetTrigger } from "#app/components/ui/sheet.tsx";
import type { ModelPrices } from "#core/domain/public-prices.ts";
import { KeyCard } from "./key-card.tsx";
import { openMark } from "./max-output-mark.ts";
import { usePlayground, usePlaygroundState } from "./playground-context.ts";
import { ResetSettings, SettingsForm } from "./settings-form.tsx";

/** In place of the aside, where there is no room for it. */
export const SettingsSheet = ({ models }: { models: readonly ModelPrices[] }) => (
  <Sheet>
    <SheetTrigger asChild>
      <Button {...openMark} className="max-sm:flex-1 lg:hidden">
        <SlidersHorizontal aria-hidden="true" />
        Settings
      </Button>
    </SheetTrigger>
    <SheetContent side="bottom" closeLabel="Close settings" aria-describedby={undefined}>
      <div className="flex h-14 shrink-0 items-center justify-between pr-16 pl-4">
        <SheetTitle className="text-lead font-semibold">Settings</SheetTitle>
        <ResetSettings />
      </div>
      <div className="grid gap-6 overflow-y-auto px-4 pb-6">
        <SettingsForm models={models} />
        <KeyCard />
        <NewConversation />
      </div>
    </SheetContent>
  </Sheet>
);

/** The header has no room for it on a phone. */
function NewConversation() {
  const playground = usePlayground();
  const isEmpty = usePlaygroundState(({ turns }) => turns.length === 0);
  return (
    <SheetClose asChild>
      <Button size="lg" className="sm:hidden" disabled={isEmpty} onClick={() => playground.startAnew()}>
        <Plus aria-hidden="true" />
        New conversation
      </Button>
    </SheetClose>
  );
}
