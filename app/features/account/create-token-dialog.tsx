import { useQueryClient } from "@tanstack/react-query";
import Plus from "lucide-react/icons/plus";
import { useId, useState } from "react";
import { DialogForm } from "#app/components/dialog-form.tsx";
import { TextField } from "#app/components/text-field.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { CheckboxField } from "#app/components/ui/checkbox.tsx";
import { Dialog, DialogContent, DialogTrigger } from "#app/components/ui/dialog.tsx";
import { Field, FieldError } from "#app/components/ui/field.tsx";
import { Select } from "#app/components/ui/select.tsx";
import { longNameProblem } from "#app/lib/name-length.ts";
import { useForm } from "#app/lib/use-form.ts";
import type { AccessToken } from "#core/contract/access-tokens.ts";
import { TOKEN_SCOPES, type TokenScope } from "#core/domain/access-token.ts";
import {
  accessTokensQuery,
  createToken,
  DEFAULT_DAYS,
  expiryChoices,
  SCOPE_TEXTS,
  type TokenDraft,
} from "./access-tokens.ts";
import { CreatedToken } from "./created-token.tsx";
import { accountMessages } from "./messages.ts";

const WORDS = accountMessages.accessTokens;
const EMPTY: TokenDraft = { name: "", scopes: [], days: DEFAULT_DAYS };

/** The new token is gone once the dialog is closed. */
export function CreateTokenDialog({ ready }: { ready: boolean }) {
  const [open, setOpen] = useState(false);
  const [created, setCreated] = useState<AccessToken | null>(null);
  function handleOpenChange(next: boolean) {
    setOpen(next);
    setCreated(null);
  }
  return (
    <Dialog open={open} onOpenChange={handleOpenChange}>
      <DialogTrigger asChild>
        <Button aria-disabled={!ready || undefined}>
          <Plus aria-hidden="true" />
          Create token
        </Button>
      </DialogTrigger>
      <DialogContent size={created ? "lg" : "md"}>
        {created ? <CreatedToken token={created} /> : <CreateTokenForm onCreated={setCreated} />}
      </DialogContent>
    </Dialog>
  );
}

function CreateTokenForm({ onCreated }: { onCreated: (token: AccessToken) => void }) {
  const [choices] = useState(() => expiryChoices(Date.now()));
  const queryClient = useQueryClient();
  const form = useForm({
    initial: EMPTY,
    check: ({ name, scopes }) => ({
      name: name.trim() === "" ? WORDS.missingName : longNameProblem(name),
      scopes: scopes.length === 0 ? WORDS.missingScope : null,
    }),
    send: createToken,
    onSent: (token) => {
      void queryClient.invalidateQueries(accessTokensQuery);
      onCreated(token);
    },
    fallback: WORDS.createFailed,
  });
  const { draft, edit, errorOf } = form;
  return (
    <DialogForm
      form={form}
      title="Create access token"
      description={WORDS.purpose}
      action={{ label: "Create token", busyLabel: "Creating…" }}
    >
      <TextField
        label="Name"
        error={errorOf("name") ?? longNameProblem(draft.name)}
        className="mt-5"
        size="lg"
        name="name"
        value={draft.name}
        onChange={(name) => edit({ name })}
      />
      <ScopeFields chosen={draft.scopes} error={errorOf("scopes")} onChange={(scopes) => edit({ scopes })} />
      <Field label="Expires" className="mt-5">
        <Select
          aria-label="Expires"
          className="h-10 w-full border-control shadow-none max-sm:h-11"
          value={String(draft.days)}
          choices={choices}
          onValueChange={(days) => edit({ days: Number(days) })}
        />
      </Field>
    </DialogForm>
  );
}

interface ScopeFieldsProps {
  chosen: readonly TokenScope[];
  error: string | null;
  onChange: (scopes: TokenScope[]) => void;
}

function ScopeFields({ chosen, error, onChange }: ScopeFieldsProps) {
  const id = useId();
  return (
    <fieldset className="mt-5" aria-describedby={`${id}-error`}>
      <legend className="text-small font-medium">Scopes</legend>
      <div className="mt-1.5 grid gap-2 rounded-control border px-3.5 py-3">
        {TOKEN_SCOPES.map((scope) => (
          <div key={scope}>
            <CheckboxField
              label={
                <span translate="no" className="font-mono text-ink">
                  {scope}
                </span>
              }
              checked={chosen.includes(scope)}
              aria-describedby={`${id}-${scope}`}
              onCheckedChange={(checked) =>
                onChange(
                  TOKEN_SCOPES.filter((each) => (each === scope ? checked === true : chosen.includes(each))),
                )
              }
            />
            <p id={`${id}-${scope}`} className="pl-6.5 text-caption text-ink-3">
              {SCOPE_TEXTS[scope].explanation}
            </p>
          </div>
        ))}
      </div>
      <div id={`${id}-error`} aria-live="polite" className="mt-1.5 empty:hidden">
        {error && <FieldError>{error}</FieldError>}
      </div>
    </fieldset>
  );
}
