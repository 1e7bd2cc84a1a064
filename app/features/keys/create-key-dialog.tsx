import { Link, useLocation, useNavigate } from "@remix-run/react";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import ChevronDown from "lucide-react/icons/chevron-down";
import FlaskConical from "lucide-react/icons/flask-conical";
import Plus from "lucide-react/icons/plus";
import { type FormEvent, useEffect, useId, useRef, useState } from "react";
import { Button } from "#app/components/ui/button.tsx";
import { CheckboxField } from "#app/components/ui/checkbox.tsx";
import {
  Dialog,
  DialogContent,
  DialogDescription,
  DialogTitle,
  DialogTrigger,
} from "#app/components/ui/dialog.tsx";
import { Tooltip } from "#app/components/ui/tooltip.tsx";
import { balanceQuery } from "#app/features/balance/queries.ts";
import { amountProblem } from "#app/lib/amount.ts";
import { api, unwrap } from "#app/lib/api-client.ts";
import { ApiError } from "#app/lib/api-error.ts";
import { cn } from "#app/lib/class-names.ts";
import { CREATE_KEY_HASH, CREATE_TEST_KEY_HASH, paths } from "#app/lib/paths.ts";
import { toast } from "#app/lib/toast.ts";
import { useIsNarrow } from "#app/lib/use-is-narrow.ts";
import { type BudgetDraft, budgetsOf } from "./budget-view.ts";
import { expiryProblem, expiryText, expiryValue, NEVER } from "./expiry.ts";
import { DialogActions, ExpiryField, NameField } from "./key-fields.tsx";
import { fieldProblem, useKeyMutation } from "./key-mutation.ts";
import { createBlockedReason, keyMessages } from "./messages.ts";
import { NewKeyBudgets } from "./new-key-budgets.tsx";
import type { NewKey } from "./queries.ts";

const EXPIRY_FIELD = "expires_at";
/** Pixels; the button takes the whole row. */
const FULL_WIDTH_BELOW = 640;
const TEST_KEY_NAME = "Test";
const NO_BUDGETS: BudgetDraft = { day: "", week: "", month: "" };
const EMPTY_DRAFT = { name: "", expiry: NEVER, budgets: NO_BUDGETS };
type Draft = typeof EMPTY_DRAFT & { test: boolean };

interface CreateKeyDialogProps {
  onCreated: (key: NewKey) => void;
  /** Without a balance, only a test key can be created. */
  testOnly?: boolean;
}

export function CreateKeyDialog({ onCreated, testOnly = false }: CreateKeyDialogProps) {
  const { data } = useQuery(balanceQuery);
  const form = useCreateKey(data?.balance, testOnly, onCreated);
  const blocked = testOnly ? null : createBlockedReason(data?.balance, form.creating);
  const button = useRef<HTMLButtonElement>(null);
  // Where it covers neither the bar above nor the cards below.
  const narrow = useIsNarrow(FULL_WIDTH_BELOW);
  // Focusing the button shows the reason.
  useCreateByAddress(CREATE_KEY_HASH, !testOnly && data !== undefined, () =>
    blocked === null ? form.setOpen(true) : button.current?.focus(),
  );
  useCreateByAddress(CREATE_TEST_KEY_HASH, !testOnly, form.openForTest);

  return (
    <Dialog open={form.open} onOpenChange={form.setOpen}>
      <Tooltip content={blocked} side={narrow ? "top" : "left"}>
        <DialogTrigger asChild>
          <Button
            ref={button}
            variant="primary"
            className={testOnly ? "" : "max-sm:h-11 max-sm:w-full"}
            aria-disabled={blocked !== null || undefined}
          >
            {testOnly ? <FlaskConical aria-hidden /> : <Plus aria-hidden />}
            {testOnly ? "Create Test Key" : "Create API Key"}
          </Button>
        </DialogTrigger>
      </Tooltip>
      <DialogContent {...(blocked === keyMessages.blocked.noFunds && { onCloseAutoFocus: focusPage })}>
        <DialogTitle>{testOnly ? "Create Test Key" : "Create New API Key"}</DialogTitle>
        <DialogDescription>{testOnly ? keyMessages.testKey : keyMessages.price}</DialogDescription>
        <CreateKeyForm form={form} blocked={blocked !== null && !form.draft.test} testOnly={testOnly} />
      </DialogContent>
    </Dialog>
  );
}

/** The button would show why it is disabled, although a test key was just created. */
function focusPage(event: Event): void {
  event.preventDefault();
  document.getElementById("main")?.focus({ preventScroll: true });
}

/** Opens the dialog once when the address asks for it. The hash goes, so that a reload or Back does not ask again. */
function useCreateByAddress(wanted: string, ready: boolean, create: () => void): void {
  const { hash, search } = useLocation();
  const navigate = useNavigate();
  const requested = hash === wanted;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a request is served once, however often the page renders
  useEffect(() => {
    if (!requested || !ready) return;
    navigate({ search, hash: "" }, { replace: true, preventScrollReset: true });
    create();
  }, [requested, ready]);
}

type CreateKeyFormProps = { form: ReturnType<typeof useCreateKey>; blocked: boolean; testOnly: boolean };

function CreateKeyForm({ form, blocked, testOnly }: CreateKeyFormProps) {
  const { draft, problem, edit, submit, creating, checked } = form;
  const atExpiry = problem?.field === EXPIRY_FIELD;
  const message = problem?.message ?? null;
  return (
    <form onSubmit={submit} noValidate>
      <NameField name={draft.name} error={atExpiry ? null : message} onChange={(name) => edit({ name })} />
      {!draft.test && (
        <NewKeyBudgets draft={draft.budgets} checked={checked} onChange={(budgets) => edit({ budgets })} />
      )}
      <OptionalExpiry
        choice={draft.expiry}
        error={atExpiry ? message : null}
        onChange={(expiry) => edit({ expiry })}
      />
      {!testOnly && <TestKeyField checked={draft.test} onChange={(test) => edit({ test })} />}
      <DialogActions
        label={testOnly ? "Create Test Key" : "Create API Key"}
        busyLabel="Creating…"
        busy={creating}
        disabled={draft.name.trim() === "" || blocked}
      />
    </form>
  );
}

/** Collapsed at first: most keys never expire. */
function OptionalExpiry(props: Parameters<typeof ExpiryField>[0]) {
  const [open, setOpen] = useState(props.choice.kind !== "never");
  const id = useId();
  return (
    <div className="mt-4">
      <button
        type="button"
        aria-expanded={open}
        aria-controls={id}
        className="flex min-h-6 items-center gap-1.5 rounded-tag text-small text-ink-2 hover:text-ink max-lg:min-h-9"
        onClick={() => setOpen(!open)}
      >
        Expires: {expiryText(props.choice, Date.now())}
        <ChevronDown className={cn("size-3.5 transition-transform", open && "rotate-180")} aria-hidden />
      </button>
      <div id={id} hidden={!open}>
        <ExpiryField {...props} />
      </div>
    </div>
  );
}

function TestKeyField({ checked, onChange }: { checked: boolean; onChange: (checked: boolean) => void }) {
  const noteId = useId();
  return (
    <div className="mt-3">
      <CheckboxField
        label="Test key"
        checked={checked}
        aria-describedby={noteId}
        onCheckedChange={(next) => onChange(next === true)}
      />
      <p id={noteId} className="pl-6.5 text-caption text-ink-3">
        {keyMessages.testKey}{" "}
        <Link
          to={`${paths.documentationTopic("test-keys")}#request-an-error`}
          className="font-medium text-accent-ink underline-offset-4 hover:underline"
        >
          How to request an error
        </Link>
      </p>
    </div>
  );
}

/** Validates and submits the form (spec section 5). A test key needs no balance. */
function useCreateKey(balance: number | undefined, test: boolean, onCreated: (key: NewKey) => void) {
  const [open, setOpen] = useState(false);
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const [draft, setDraft] = useState<Draft>({ ...EMPTY_DRAFT, test });
  const [checked, setChecked] = useState(false);
  const creation = useKeyMutation(createKey, (error) => {
    if (!(error instanceof ApiError && error.code === "insufficient_balance"))
      return fieldProblem(error) ?? keyMessages.createFailed;
    void queryClient.invalidateQueries(balanceQuery);
    navigate(paths.addBalance);
    return keyMessages.insufficientBalance;
  });

  async function submit(event: FormEvent) {
    event.preventDefault();
    const wrongDay = expiryProblem(draft.expiry, Date.now());
    if (draft.name.trim() === "") return toast({ ...keyMessages.missingName, tone: "danger" });
    if (!draft.test && (balance === undefined || balance <= 0)) {
      toast({ ...keyMessages.insufficientBalance, tone: "danger" });
      return navigate(paths.addBalance);
    }
    if (wrongDay !== null) return creation.setProblem({ field: EXPIRY_FIELD, message: wrongDay });
    setChecked(true);
    if (!draft.test && Object.values(draft.budgets).some((amount) => amountProblem(amount) !== null)) return;
    const created = await creation.submit(draft);
    if (created === null) return;
    setDraft({ ...EMPTY_DRAFT, test });
    setChecked(false);
    setOpen(false);
    onCreated({ id: created.id, key: created.key });
    const description = `“${created.name}” is ready. Copy it from the list at any time.`;
    toast({ ...keyMessages.created, description, tone: "success" });
  }

  function edit(change: Partial<Draft>) {
    setDraft((before) => ({ ...before, ...change }));
    creation.setProblem(null);
  }

  function openForTest() {
    setDraft({ ...EMPTY_DRAFT, name: TEST_KEY_NAME, test: true });
    setOpen(true);
  }

  const { problem, pending: creating } = creation;
  return { open, setOpen, openForTest, draft, problem, edit, submit, creating, checked };
}

const createKey = ({ name, expiry, test, budgets }: Draft) =>
  unwrap(
    api.api.keys.$post({
      json: {
        name: name.trim(),
        ...(expiry.kind !== "never" && { expires_at: expiryValue(expiry, Date.now()) }),
        ...(test ? { test } : budgetsOf(budgets).length > 0 && { budgets: budgetsOf(budgets) }),
      },
    }),
  );
