import {
  type ButtonHTMLAttributes,
  createContext,
  type HTMLAttributes,
  type KeyboardEvent,
  type ReactNode,
  useContext,
} from "react";
import { cn } from "#app/lib/class-names.ts";
import { SEGMENT, SEGMENTS } from "./segment-look.ts";

interface Choice {
  value: string;
  onValueChange: (value: string) => void;
}

const ChoiceContext = createContext<Choice | null>(null);

/**
 * Chooses one of few views; needs an `aria-label`. Not Radix's radio group, which takes a slow phone many times as
 * long to draw, for forms and directions that are not needed here.
 */
export function Segmented({
  value,
  onValueChange,
  className,
  ...rest
}: HTMLAttributes<HTMLDivElement> & Choice) {
  return (
    <ChoiceContext.Provider value={{ value, onValueChange }}>
      <div
        role="radiogroup"
        aria-orientation="horizontal"
        onKeyDown={moveChoice}
        className={cn(SEGMENTS, className)}
        {...rest}
      />
    </ChoiceContext.Provider>
  );
}

const STEPS: Partial<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1 };

/** The arrow keys choose what they reach, round and round (https://www.w3.org/WAI/ARIA/apg/patterns/radio/). */
function moveChoice(event: KeyboardEvent<HTMLElement>) {
  const step = STEPS[event.key];
  if (step === undefined) return;
  event.preventDefault();
  const radios = [...event.currentTarget.querySelectorAll<HTMLElement>("[role=radio]")];
  const at = radios.indexOf(event.target as HTMLElement);
  const reached = radios.at((at + step) % radios.length);
  reached?.focus();
  reached?.click();
}

type SegmentedItemProps = ButtonHTMLAttributes<HTMLButtonElement> & Pick<Choice, "value">;

export function SegmentedItem({ value, className, ...rest }: SegmentedItemProps) {
  const choice = useContext(ChoiceContext);
  const checked = choice?.value === value;
  return (
    // biome-ignore lint/a11y/useSemanticElements: Enter in an input would send the form around it.
    <button
      type="button"
      role="radio"
      aria-checked={checked}
      data-state={checked ? "active" : "inactive"}
      tabIndex={checked ? 0 : -1}
      onClick={() => choice?.onValueChange(value)}
      className={cn(SEGMENT, "h-7 rounded-item px-3", className)}
      {...rest}
    />
  );
}

interface SegmentedChoiceProps<Word extends string> {
  "aria-label": string;
  value: Word;
  choices: Readonly<Record<Word, ReactNode>>;
  onChoose: (value: Word) => void;
  className?: string;
}

/** One of few words. */
export function SegmentedChoice<Word extends string>(props: SegmentedChoiceProps<Word>) {
  const { choices, onChoose, ...segmented } = props;
  // The keys of the choices are the words.
  const words = Object.keys(choices) as Word[];
  const choose = (value: string) => {
    const word = words.find((each) => each === value);
    if (word !== undefined) onChoose(word);
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
