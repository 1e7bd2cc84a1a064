import { Select } from "#app/components/ui/select.tsx";
import { choicesOf, oneOf } from "#app/lib/address.ts";

const ANY = "any";

interface ChoiceFilterProps<Word extends string> {
  name: string;
  /** The label of no filter. */
  any: string;
  chosen: Word | null;
  choices: Readonly<Record<Word, string>>;
  onChoose: (value: Word | null) => void;
}

export function ChoiceFilter<Word extends string>(props: ChoiceFilterProps<Word>) {
  const { name, any, chosen, choices, onChoose } = props;
  const words = choicesOf(choices);
  return (
    <Select
      aria-label={name}
      value={chosen ?? ANY}
      onValueChange={(value) => onChoose(oneOf(words, value))}
      choices={[{ value: ANY, label: any }, ...words.map((value) => ({ value, label: choices[value] }))]}
    />
  );
}
