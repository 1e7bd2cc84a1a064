import { useId } from "react";
import { Card } from "#app/components/ui/card.tsx";
import { Switch } from "#app/components/ui/switch.tsx";

interface MaskCardProps {
  masked: boolean;
  onChange: (masked: boolean) => void;
}

export function MaskCard({ masked, onChange }: MaskCardProps) {
  const id = useId();
  return (
    <Card className="flex items-center justify-between gap-4 p-5 max-lg:p-4">
      <div>
        <label htmlFor={id} className="block text-body font-medium">
          Mask API Keys
        </label>
        <p id={`${id}-hint`} className="mt-0.5 text-caption text-ink-3">
          Shows the first 8 and last 4 characters
        </p>
      </div>
      <Switch id={id} aria-describedby={`${id}-hint`} checked={masked} onCheckedChange={onChange} />
    </Card>
  );
}
