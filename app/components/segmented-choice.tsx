import type { ReactNode } from "react";
import { Segmented, SegmentedItem } from "#app/components/ui/segmented.tsx";
import { choicesOf, oneOf } from "#app/lib/address.ts";

interface SegmentedChoiceProps<Word extends string> {
  "aria-label": string;
  value: Word;
  choices: Readonly<Record<Word, ReactNode>>;
  onChoose: (value: Word) => void;
  className?: string;
}

/** One of few words, side by side. */
export function SegmentedChoice<Word extends string>(props: SegmentedChoiceProps<Word>) {
  const { choices, onChoose, ...segmented } = props;
  const words = choicesOf(choices);
  const choose = (value: string) => {
    const word = oneOf(words, value);
    if (word !== null) onChoose(word);
  };
  return (
    <Segmented {...segmented} onValueChange={choose}>
      {words.map((word) => (
        <SegmentedItem key={word} value={word}>
          {choices[word]}
        </SegmentedItem>
      ))}
    </Segmented>
  );
}
