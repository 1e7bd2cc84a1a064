import { Segmented, SegmentedItem } from "#app/components/ui/segmented.tsx";

interface ViewSwitchProps<View extends string> {
  label: string;
  views: readonly { view: View; label: string }[];
  chosen: View;
  onChoose: (view: View) => void;
}

export function ViewSwitch<View extends string>(props: ViewSwitchProps<View>) {
  const { label, views, chosen, onChoose } = props;
  const choose = (value: string) => {
    const choice = views.find(({ view }) => view === value);
    if (choice) onChoose(choice.view);
  };
  return (
    <Segmented aria-label={label} value={chosen} onValueChange={choose} className="max-sm:w-full">
      {views.map(({ view, label: name }) => (
        <SegmentedItem key={view} value={view} className="flex-1 max-sm:px-1.5">
          {name}
        </SegmentedItem>
      ))}
    </Segmented>
  );
}
