import { type ReactNode, useEffect, useRef } from "react";
import { Alert } from "#app/components/ui/alert.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { Field } from "#app/components/ui/field.tsx";
import { Input, Textarea } from "#app/components/ui/input.tsx";
import { Select } from "#app/components/ui/select.tsx";
import { toast } from "#app/lib/toast.ts";
import { type Form, useAction } from "#app/lib/use-form.ts";
import type { ApiKey } from "#core/contract/keys.ts";
import { RATE_LIMIT } from "#core/domain/gateway/rate-window.ts";
import { isOffered } from "#core/domain/key-parts.ts";
import { restrictionMessages } from "./messages.ts";
import { ModelsField } from "./models-field.tsx";
import { fetchOwnAddress } from "./queries.ts";
import {
  endpointChoices,
  endpointsHint,
  endpointsOf,
  type RestrictionsDraft,
  TYPED,
  TYPED_NAMES,
  withNetwork,
} from "./restrictions-view.ts";

export type RestrictionsForm = Pick<Form<RestrictionsDraft>, "draft" | "edit" | "errorOf" | "touch">;

interface RestrictionFieldsProps {
  form: RestrictionsForm;
  /** Missing for a new key. */
  apiKey?: ApiKey;
}

export function RestrictionFields({ form, apiKey }: RestrictionFieldsProps) {
  const { draft, edit, errorOf, touch } = form;
  const { value, choices } = endpointChoices(draft.allowed_endpoints);
  return (
    <>
      <ModelsField
        models={draft.allowed_models}
        error={errorOf("allowed_models")}
        onChange={(models) => edit({ allowed_models: models })}
      />
      <div className="mt-4 grid grid-cols-2 gap-3 max-sm:grid-cols-1">
        <Field
          label="Endpoints"
          hint={endpointsHint(draft.allowed_endpoints)}
          error={errorOf("allowed_endpoints")}
        >
          <Select
            aria-label="Endpoints"
            value={value}
            onValueChange={(choice) =>
              edit({ allowed_endpoints: endpointsOf(choice, draft.allowed_endpoints) })
            }
            choices={choices}
            className="w-full border-control shadow-none"
          />
        </Field>
        <Field
          label="Requests per minute"
          hint={restrictionMessages.rateHint}
          error={errorOf("requests_per_minute")}
        >
          <Input
            name="requests_per_minute"
            inputMode="numeric"
            autoComplete="off"
            placeholder={String(RATE_LIMIT)}
            value={draft.requests_per_minute}
            onChange={(event) => edit({ requests_per_minute: event.currentTarget.value })}
            onBlur={() => touch("requests_per_minute")}
          />
        </Field>
      </div>
      {TYPED_NAMES.filter((name) => apiKey === undefined || isOffered(apiKey, name)).map((name) => (
        <Lines
          key={name}
          name={name}
          action={name === "allowed_networks" && <AddAddressButton form={form} />}
          form={form}
        />
      ))}
      {draft.allowed_origins.trim() !== "" && (
        <Alert tone="warning" className="mt-4">
          {restrictionMessages.exposedInBrowsers}
          {draft.allowed_networks.trim() !== "" && ` ${restrictionMessages.networksOfBrowsers}`}
        </Alert>
      )}
    </>
  );
}

/** Adds the address that this browser's requests come from, as the gateway sees it. */
function AddAddressButton({ form: { draft, edit } }: { form: RestrictionsForm }) {
  // The reader may type while it is fetched.
  const latest = useRef(draft.allowed_networks);
  useEffect(() => {
    latest.current = draft.allowed_networks;
  });
  const add = useAction(
    async () => {
      const address = await fetchOwnAddress();
      if (address === null) return toast.failure(restrictionMessages.addressUnknown);
      edit({ allowed_networks: withNetwork(latest.current, address) });
      toast.success(restrictionMessages.addressAdded(address));
    },
    { onFailure: () => toast.failure(restrictionMessages.addressFailed) },
  );
  return (
    <Button variant="link" size="sm" busy={add.busy} onClick={() => void add.run()}>
      Add my IP address
    </Button>
  );
}

interface LinesProps {
  name: (typeof TYPED_NAMES)[number];
  action: ReactNode;
  form: RestrictionsForm;
}

/** One entry per line. */
const Lines = ({ name, action, form }: LinesProps) => (
  <Field
    label={TYPED[name].label}
    hint={TYPED[name].hint}
    error={form.errorOf(name)}
    action={action}
    className="mt-4"
  >
    <Textarea
      rows={Math.min(4, Math.max(1, form.draft[name].split("\n").length))}
      name={name}
      placeholder={TYPED[name].placeholder}
      autoComplete="off"
      autoCapitalize="off"
      spellCheck={false}
      className="font-mono text-caption leading-5 placeholder:font-sans placeholder:text-small"
      value={form.draft[name]}
      onChange={(event) => form.edit({ [name]: event.currentTarget.value })}
      onBlur={() => form.touch(name)}
    />
  </Field>
);
