import { useId } from "react";
import { Field } from "#app/components/ui/field.tsx";
import { Input } from "#app/components/ui/input.tsx";
import { Select } from "#app/components/ui/select.tsx";
import { Slider } from "#app/components/ui/slider.tsx";
import { imageLabel } from "#app/lib/model-prices.ts";
import type { UnitKind } from "#core/domain/gateway/units.ts";
import type { ModelPrices } from "#core/domain/public-prices.ts";
import { imageOf, imageValue, UNIT_FIELDS, unitHint } from "./calculator-units.ts";
import type { CountName, Draft, Problems } from "./calculator-view.ts";
import { calculatorMessages } from "./messages.ts";
import { written } from "./typed-count.ts";

interface FormProps {
  draft: Draft;
  edit: (change: Partial<Draft>) => void;
  problems: Problems;
}

interface CountFieldProps extends FormProps {
  name: CountName;
  label: string;
  hint?: string | false;
  disabled?: boolean;
}

export const CountField = ({ name, label, hint, disabled, draft, edit, problems }: CountFieldProps) => (
  <Field label={label} hint={hint} error={problems[name]}>
    <Input
      inputMode={name === "minutes" ? "decimal" : "numeric"}
      autoComplete="off"
      maxLength={20}
      className="tabular-nums"
      value={draft[name]}
      onChange={({ target }) => edit({ [name]: target.value })}
      onBlur={() => edit({ [name]: written(draft[name]) })}
      disabled={disabled}
    />
  </Field>
);

export const TokenFields = ({ writesNothing, ...form }: FormProps & { writesNothing: boolean }) => (
  <>
    <CountField name="input" label="Input tokens per request" {...form} />
    <CachedShare percent={form.draft.cached} onChange={(cached) => form.edit({ cached })} />
    <CountField
      name="output"
      label="Output tokens per request"
      hint={writesNothing && calculatorMessages.noOutput(form.draft.model)}
      disabled={writesNothing}
      {...form}
    />
  </>
);

function CachedShare({ percent, onChange }: { percent: number; onChange: (percent: number) => void }) {
  const id = useId();
  return (
    <div>
      <div className="flex justify-between text-small">
        <label htmlFor={id} className="font-medium">
          Cached share of input
        </label>
        <output htmlFor={id} className="text-ink-2 tabular-nums">
          {percent}%
        </output>
      </div>
      <Slider id={id} value={percent} onValueChange={onChange} aria-valuetext={`${percent}%`} />
    </div>
  );
}

/** For a model that is charged by units instead of tokens. */
export function UnitFields({ unit, model, ...form }: FormProps & { unit: UnitKind; model: ModelPrices }) {
  const { name, label } = UNIT_FIELDS[unit];
  const image = imageOf(form.draft, model);
  return (
    <>
      {unit === "image" && image && (
        <Field label="Size and quality">
          <Select
            aria-label="Size and quality"
            value={imageValue(image)}
            onValueChange={(value) => form.edit({ image: value })}
            choices={model.images.map((one) => ({ value: imageValue(one), label: imageLabel(one) }))}
            className="border-control shadow-none"
          />
        </Field>
      )}
      <CountField name={name} label={label} hint={unitHint(unit, model)} {...form} />
    </>
  );
}
