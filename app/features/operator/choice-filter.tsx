import { Select } from "#app/components/ui/select.tsx";

const ANY = "any";

interface ChoiceFilterProps {
  name: string;
  /** The label of no filter. */
  any: string;
  chosen: string | null;
  choices: Readonly<Record<string, string>>;
  onChoose: (value: string | null) => void;
  className?: string;
}

export const ChoiceFilter = ({ name, any, chosen, choices, onChoose, className }: ChoiceFilterProps) => (
  <Select
    aria-label={name}
    value={chosen ?? ANY}
    onValueChange={(value) => onChoose(value === ANY ? null : value)}
    choices={[
      { value: ANY, label: any },
      ...Object.entries(choices).map(([value, label]) => ({ value, label })),
    ]}
    {...(className && { className })}
  />
);
