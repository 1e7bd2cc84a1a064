import { Link, useLocation, useNavigate } from "@remix-run/react";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import ChevronDown from "lucide-react/icons/chevron-down";
import FlaskConical from "lucide-react/icons/flask-conical";
import Plus from "lucide-react/icons/plus";
import { type ReactNode, useEffect, useId, useRef, useState } from "react";
import { DialogForm } from "#app/components/dialog-form.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { CheckboxField } from "#app/components/ui/checkbox.tsx";
import { Dialog, DialogContent, DialogTrigger } from "#app/components/ui/dialog.tsx";
import { Tooltip } from "#app/components/ui/tooltip.tsx";
import { balanceQuery } from "#app/features/balance/queries.ts";
import { api, unwrap } from "#app/lib/api-client.ts";
import { ApiError } from "#app/lib/api-error.ts";
import { cn } from "#app/lib/class-names.ts";
import { longNameProblem } from "#app/lib/name-length.ts";
import { CREATE_KEY_HASH, CREATE_TEST_KEY_HASH, paths } from "#app/lib/paths.ts";
import { type Form, useForm } from "#app/lib/use-form.ts";
import { useIsNarrow } from "#app/lib/use-is-narrow.ts";
import type { ApiKey } from "#core/contract/keys.ts";
import { budgetProblems, budgetsOf } from "./budget-view.ts";
import { refusedAt, useKeyRequest } from "./change-key.ts";
import { expiryProblem, expiryText, expiryValue, NEVER } from "./expiry.ts";
import { ExpiryField, NameField } from "./key-fields.tsx";
import { refusedRestriction } from "./key-restrictions-form.tsx";
import { createBlockedReason, keyMessages } from "./messages.ts";
import { NewKeyBudgets } from "./new-key-budgets.tsx";
import type { NewKey } from "./queries.ts";
import { RestrictionFields, type RestrictionsForm } from "./restriction-fields.tsx";
import {
  isRestricting,
  NO_RESTRICTIONS,
  restrictionNotes,
  restrictionProblems,
  restrictionsOf,
} from "./restrictions-view.ts";

const TEST_KEY_NAME = "Test";
const EMPTY_DRAFT = { ...NO_RESTRICTIONS, name: "", expiry: NEVER, day: "", week: "", month: "" };
type Draft = typeof EMPTY_DRAFT & { test: boolean };

interface CreateKeyDialogProps {
  onCreated: (key: NewKey) => void;
  /** Without a balance, only a test key can be created. */
  testOnly?: boolean;
}

export function CreateKeyDialog({ onCreated, testOnly = false }: CreateKeyDialogProps) {
  const { data } = useQuery(balanceQuery);
  const [open, setOpen] = useState(false);
  const form = useCreateKey(data?.balance, testOnly, (key) => {
    setOpen(false);
    onCreated(key);
  });
  const blocked = testOnly ? null : createBlockedReason(data?.balance, form.busy);
  const button = useRef<HTMLButtonElement>(null);
  // Where it covers neither the bar above nor the cards below.
  const narrow = useIsNarrow();
  // Focusing the button shows the reason.
  useCreateByAddress(CREATE_KEY_HASH, !testOnly && data !== undefined, () =>
    blocked === null ? setOpen(true) : button.current?.focus(),
  );
  useCreateByAddress(CREATE_TEST_KEY_HASH, !testOnly, () => {
    form.reset({ ...EMPTY_DRAFT, name: TEST_KEY_NAME, test: true });
    setOpen(true);
  });

  return (
    <Dialog open={open} onOpenChange={setOpen}>
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

type CreateKeyFormProps = { form: Form<Draft>; blocked: boolean; testOnly: boolean };

function CreateKeyForm({ form, blocked, testOnly }: CreateKeyFormProps) {
  const { draft, edit, errorOf } = form;
  return (
    <DialogForm
      form={form}
      title={testOnly ? "Create Test Key" : "Create New API Key"}
      description={testOnly ? keyMessages.testKey : keyMessages.price}
      action={{ label: testOnly ? "Create Test Key" : "Create API Key", busyLabel: "Creating…" }}
      disabled={draft.name.trim() === "" || blocked}
    >
      <NameField name={draft.name} error={errorOf("name")} onChange={(name) => edit({ name })} />
      {!draft.test && <NewKeyBudgets form={form} />}
      <OptionalRestrictions form={form} />
      <OptionalExpiry
        choice={draft.expiry}
        error={errorOf("expiry")}
        onChange={(expiry) => edit({ expiry })}
      />
      {!testOnly && <TestKeyField checked={draft.test} onChange={(test) => edit({ test })} />}
    </DialogForm>
  );
}

/** Collapsed at first: most keys never expire. */
const OptionalExpiry = (props: Parameters<typeof ExpiryField>[0]) => (
  <Optional label={`Expires: ${expiryText(props.choice, Date.now())}`} isOpen={props.choice.kind !== "never"}>
    <ExpiryField {...props} />
  </Optional>
);

function OptionalRestrictions({ form }: { form: RestrictionsForm }) {
  const { draft } = form;
  const hasProblem = Object.values(restrictionProblems(draft)).some((problem) => problem !== null);
  const notes = hasProblem ? [] : restrictionNotes(restrictionsOf(draft));
  const summary = notes.length === 0 ? "None" : notes.map(({ text }) => text).join(", ");
  return (
    <Optional label={`Restrictions: ${hasProblem ? "Not complete" : summary}`}>
      <RestrictionFields form={form} />
    </Optional>
  );
}

interface OptionalProps {
  /** Sums up what is inside. */
  label: string;
  isOpen?: boolean;
  children: ReactNode;
}

function Optional({ label, isOpen = false, children }: OptionalProps) {
  const [open, setOpen] = useState(isOpen);
  const id = useId();
  return (
    <div className="mt-4">
      <button
        type="button"
        aria-expanded={open}
        aria-controls={id}
        className="flex min-h-6 max-w-full items-center gap-1.5 rounded-tag text-left text-small text-ink-2 hover:text-ink max-lg:min-h-9"
        onClick={() => setOpen(!open)}
      >
        <span className="min-w-0 truncate">{label}</span>
        <ChevronDown
          className={cn("size-3.5 shrink-0 transition-transform", open && "rotate-180")}
          aria-hidden
        />
      </button>
      <div id={id} hidden={!open}>
        {children}
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

const INSUFFICIENT_BALANCE = new ApiError({ status: 402, code: "insufficient_balance", message: "" });

/** Spec section 5. A test key needs no balance. */
function useCreateKey(balance: number | undefined, test: boolean, onCreated: (key: NewKey) => void) {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const requestKey = useKeyRequest();
  const empty: Draft = { ...EMPTY_DRAFT, test };
  const form: Form<Draft> = useForm<Draft, ApiKey>({
    initial: empty,
    refuse: ({ name }) => (name.trim() === "" ? keyMessages.missingName : null),
    check: (draft) => {
      const expiry = expiryProblem(draft.expiry, Date.now());
      const problems = { ...restrictionProblems(draft), name: longNameProblem(draft.name), expiry };
      return draft.test ? problems : { ...budgetProblems(draft), ...problems };
    },
    send: async (draft) => {
      if (!draft.test && (balance === undefined || balance <= 0)) throw INSUFFICIENT_BALANCE;
      return requestKey(createKey(draft));
    },
    fields: (error) =>
      refusedRestriction(error) ??
      refusedAt(error instanceof ApiError && error.field === "expires_at" ? "expiry" : "name")(error),
    notice: ({ name }) => ({
      ...keyMessages.created,
      description: `“${name}” is ready. Copy it from the list at any time.`,
    }),
    onSent: ({ id, key }) => {
      form.reset(empty);
      onCreated({ id, key });
    },
    failureNotice: (error) => {
      if (!(error instanceof ApiError && error.code === INSUFFICIENT_BALANCE.code))
        return keyMessages.createFailed;
      void queryClient.invalidateQueries(balanceQuery);
      navigate(paths.addBalance);
      return keyMessages.insufficientBalance;
    },
  });
  return form;
}

const createKey = ({ name, expiry, test, ...limits }: Draft) =>
  unwrap(
    api.api.keys.$post({
      json: {
        name: name.trim(),
        ...(expiry.kind !== "never" && { expires_at: expiryValue(expiry, Date.now()) }),
        ...(isRestricting(limits) && restrictionsOf(limits)),
        ...(test ? { test } : budgetsOf(limits).length > 0 && { budgets: budgetsOf(limits) }),
      },
    }),
  );
