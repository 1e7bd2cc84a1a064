import { useId } from "react";
import { Button } from "#app/components/ui/button.tsx";
import { Field } from "#app/components/ui/field.tsx";
import { Input, Textarea } from "#app/components/ui/input.tsx";
import { Slider } from "#app/components/ui/slider.tsx";
import { Switch } from "#app/components/ui/switch.tsx";
import { formatNumber } from "#app/lib/format.ts";
import type { ModelPrices } from "#core/domain/public-prices.ts";
import { maxOutputMark } from "./max-output-mark.ts";
import { usePlayground, usePlaygroundState } from "./playground-context.ts";
import {
  DEFAULT_SETTINGS,
  outputLimitError,
  type PlaygroundSettings,
  type SettingProps,
  TEMPERATURE_MAX,
} from "./settings.ts";
import { StopField } from "./stop-field.tsx";
import { ToolsField } from "./tools-field.tsx";

interface SettingsFormProps {
  /** The models that the settings are for. */
  models: readonly ModelPrices[];
}

/** They apply from the next message on. */
export function SettingsForm({ models }: SettingsFormProps) {
  const playground = usePlayground();
  const settings = usePlaygroundState((state) => state.settings);
  const props = {
    settings,
    onChange: (change: Partial<PlaygroundSettings>) => playground.setSettings(change),
  };
  return (
    <div className="grid gap-4">
      <Field label="System prompt">
        <Textarea
          placeholder="None"
          rows={3}
          className="max-h-60 min-h-[4.8rem] resize-none text-small [field-sizing:content] max-lg:text-lead"
          value={settings.system}
          onChange={({ target }) => props.onChange({ system: target.value })}
        />
      </Field>
      <Temperature {...props} models={models} />
      <MaxOutput {...props} models={models} />
      <StopField {...props} />
      <JsonMode {...props} />
      <ToolsField {...props} />
    </div>
  );
}

export function ResetSettings() {
  const playground = usePlayground();
  return (
    <Button
      variant="link"
      size="sm"
      className="text-caption max-lg:text-small"
      onClick={() => playground.setSettings(DEFAULT_SETTINGS)}
    >
      Reset
    </Button>
  );
}

const PERCENT = 100;
/** A step of 0.1, in percent of the track. */
const STEP = 5;

function Temperature({ settings: { temperature }, onChange, models }: SettingProps & SettingsFormProps) {
  const id = useId();
  const reasons = models.length > 0 && models.every(({ reasoning }) => reasoning);
  const text = temperature.toFixed(1);
  return (
    <div className="grid gap-1.5">
      <div className="flex items-baseline justify-between gap-3 text-small">
        <label htmlFor={id} className="font-medium">
          Temperature
        </label>
        <span className="tabular-nums">{reasons ? "—" : text}</span>
      </div>
      <Slider
        id={id}
        disabled={reasons}
        step={STEP}
        aria-valuetext={text}
        value={(temperature / TEMPERATURE_MAX) * PERCENT}
        onValueChange={(percent) =>
          onChange({ temperature: Math.round((percent / PERCENT) * TEMPERATURE_MAX * 10) / 10 })
        }
      />
      {reasons && <p className="text-caption text-ink-3">A model that reasons chooses it by itself.</p>}
    </div>
  );
}

function MaxOutput({ settings, onChange, models }: SettingProps & SettingsFormProps) {
  const limits = models.map(({ max_output }) => max_output);
  const most = limits.length === 0 ? undefined : Math.min(...limits);
  const hint =
    most !== undefined &&
    `At most ${formatNumber(most)} for ${limits.length > 1 ? "both models" : "this model"}. A lower limit also lowers what a request can cost.`;
  return (
    <Field label="Max output tokens" hint={hint || undefined} error={outputLimitError(settings, most)}>
      <Input
        {...maxOutputMark}
        inputMode="numeric"
        autoComplete="off"
        placeholder="The model’s limit"
        className="tabular-nums"
        value={settings.maxOutput}
        onChange={({ target }) => onChange({ maxOutput: target.value })}
      />
    </Field>
  );
}

function JsonMode({ settings: { json }, onChange }: SettingProps) {
  const id = useId();
  return (
    <div className="flex items-center justify-between gap-3">
      <div>
        <label htmlFor={id} className="block text-small font-medium">
          JSON mode
        </label>
        <p id={`${id}-note`} className="text-caption text-ink-3">
          The response is valid JSON.
        </p>
      </div>
      <Switch
        id={id}
        aria-describedby={`${id}-note`}
        checked={json}
        onCheckedChange={(checked) => onChange({ json: checked })}
      />
    </div>
  );
}
