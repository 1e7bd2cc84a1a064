import type { ReactNode } from "react";
import { CodeInput } from "#app/components/ui/code-input.tsx";
import { Field } from "#app/components/ui/field.tsx";
import { isSixDigits } from "#app/lib/auth/second-factor.ts";
import { type Form, useForm } from "#app/lib/use-form.ts";
import { authMessages } from "./messages.ts";

const WORDS = authMessages.secondFactor;

type CodeDraft = { code: string };

interface CodeOptions {
  fallback: string;
  /** For fewer than six digits. */
  incomplete?: string;
}

/** A form with a code of six digits. A refused code is cleared; an incomplete one stays to be completed. */
export function useCodeForm(
  send: (code: string) => Promise<unknown>,
  { fallback, incomplete = WORDS.incomplete }: CodeOptions,
) {
  const form: Form<CodeDraft> = useForm<CodeDraft>({
    initial: { code: "" },
    send: async ({ code }) => {
      if (!isSixDigits(code)) throw new Error(incomplete);
      try {
        await send(code);
      } catch (error) {
        form.edit({ code: "" });
        throw error;
      }
    },
    fields: () => "code",
    fallback,
  });
  return form;
}

interface CodeFormProps {
  form: Pick<Form<CodeDraft>, "draft" | "edit" | "errorOf" | "formProps">;
  children: ReactNode;
}

export const CodeForm = ({ form, children }: CodeFormProps) => (
  <form {...form.formProps} method="post" className="grid gap-4">
    <Field label={WORDS.code} error={form.errorOf("code")}>
      <CodeInput
        name="code"
        value={form.draft.code}
        onValueChange={(code) => form.edit({ code })}
        autoFocus
      />
    </Field>
    {children}
  </form>
);
