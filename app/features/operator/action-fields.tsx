import { CheckboxField } from "#app/components/ui/checkbox.tsx";
import { Field } from "#app/components/ui/field.tsx";
import { Textarea } from "#app/components/ui/input.tsx";
import { DOLLARS } from "#app/lib/amount.ts";
import { microsFromDollars } from "#core/domain/money.ts";
import { OPERATOR_REASON_MAX, takeBackRefusal } from "#core/domain/operator.ts";
import { problemMessages } from "./messages.ts";

const isTooLong = (text: string) => text.trim().length > OPERATOR_REASON_MAX;

/** Null for a valid reason. */
export function reasonProblem(reason: string): string | null {
  if (reason.trim() === "") return problemMessages.reasonMissing;
  return isTooLong(reason) ? problemMessages.reasonTooLong : null;
}

/** Null for a valid note. */
export function noteProblem(note: string, { optional }: Pick<NoteTexts, "optional"> = {}): string | null {
  if (note.trim() === "") return optional ? null : problemMessages.noteMissing;
  return isTooLong(note) ? problemMessages.noteTooLong : null;
}

const CREDIT_MAX_DOLLARS = 10_000;
const WHOLE_CENTS = /^\d*(\.\d{0,2})?$/;

/** Null for a valid amount in dollars. */
export function creditProblem(text: string): string | null {
  const typed = text.trim();
  if (!DOLLARS.test(typed)) return problemMessages.amountNotNumber;
  if (!WHOLE_CENTS.test(typed)) return problemMessages.amountCents;
  const amount = Number(typed);
  return amount > 0 && amount <= CREDIT_MAX_DOLLARS ? null : problemMessages.amountRange;
}

/** Null for an amount that the balance, in dollars, has. */
export function takeBackProblem(text: string, balance: number): string | null {
  const problem = creditProblem(text);
  return problem === null && Number(text) > balance ? takeBackRefusal(microsFromDollars(balance)) : problem;
}

/** For what stays beside a closed event, difference or alert. */
export interface NoteTexts {
  label?: string;
  hint: string;
  optional?: true;
}

interface WordsFieldProps {
  /** Instead of a reason. */
  note: NoteTexts | undefined;
  reasonHint: string | undefined;
  words: string;
  error: string | null;
  onChange: (words: string) => void;
}

const CUSTOMER_HINT = "Saved in the audit log. The customer doesn’t see it.";

/** The reason or note. Nothing is cut off: one that is too long says so while it is typed. */
export function WordsField({ note, reasonHint, words, error, onChange }: WordsFieldProps) {
  const tooLong = note ? problemMessages.noteTooLong : problemMessages.reasonTooLong;
  return (
    <Field
      label={note ? (note.label ?? "Note") : "Reason"}
      hint={note ? note.hint : (reasonHint ?? CUSTOMER_HINT)}
      error={error ?? (isTooLong(words) && tooLong)}
      className="mt-5"
    >
      <Textarea
        name={note ? "note" : "reason"}
        rows={2}
        value={words}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    </Field>
  );
}

interface NotifyFieldProps {
  label: string;
  notify: boolean;
  onChange: (notify: boolean) => void;
}

export const NotifyField = ({ label, notify, onChange }: NotifyFieldProps) => (
  <CheckboxField
    label={label}
    checked={notify}
    onCheckedChange={(checked) => onChange(checked === true)}
    className="mt-4"
  />
);
