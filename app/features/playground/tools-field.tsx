import Check from "lucide-react/icons/check";
import Plus from "lucide-react/icons/plus";
import { useId } from "react";
import { Button } from "#app/components/ui/button.tsx";
import { FieldError } from "#app/components/ui/field.tsx";
import { formatCount } from "#app/lib/format.ts";
import { JsonText } from "./json-text.tsx";
import { type SettingProps, TOOLS_TEMPLATE, toolsOf } from "./settings.ts";

export const ToolsField = (props: SettingProps) =>
  props.settings.tools === null ? <NoTools {...props} /> : <ToolsEditor {...props} />;

const NoTools = ({ onChange }: SettingProps) => (
  <div className="flex items-center justify-between gap-3">
    <div>
      <p className="text-small font-medium">Tools</p>
      <p className="text-caption text-ink-3">Functions that the model can call.</p>
    </div>
    <Button size="sm" aria-label="Add tools" onClick={() => onChange({ tools: TOOLS_TEMPLATE })}>
      <Plus aria-hidden="true" />
      Add
    </Button>
  </div>
);

/** Where the colored text and the field above it must be the same. */
const TEXT =
  "px-3 py-2 font-mono text-caption leading-5 whitespace-pre-wrap wrap-anywhere max-lg:text-lead max-lg:leading-6";

function ToolsEditor({ settings, onChange }: SettingProps) {
  const id = useId();
  const text = settings.tools ?? "";
  const { list, error } = toolsOf(settings);
  return (
    <div className="grid gap-1.5">
      <div className="flex items-baseline justify-between gap-3">
        <label htmlFor={id} className="text-small font-medium">
          Tools
        </label>
        {list && list.length > 0 && (
          <span className="flex items-center gap-1 text-caption text-success-ink">
            <Check className="size-3.5" aria-hidden="true" />
            {formatCount(list.length, "tool")}
          </span>
        )}
      </div>
      <div
        className={`relative rounded-control border bg-surface outline-accent has-[textarea:focus-visible]:outline-2 has-[textarea:focus-visible]:outline-offset-2 ${error ? "border-danger" : "border-control"}`}
      >
        {/* Colors a text that a field can't, and gives the field its height. */}
        <pre aria-hidden="true" className={`min-h-16 ${TEXT}`}>
          <JsonText text={`${text}\n`} />
        </pre>
        <textarea
          id={id}
          translate="no"
          spellCheck={false}
          autoCapitalize="none"
          aria-describedby={`${id}-note`}
          aria-invalid={error !== null}
          value={text}
          onChange={({ target }) => onChange({ tools: target.value })}
          className={`absolute inset-0 resize-none overflow-hidden bg-transparent text-transparent caret-ink outline-none ${TEXT}`}
        />
      </div>
      <div id={`${id}-note`} aria-live="polite" className="contents">
        {error ? (
          <FieldError>{error}</FieldError>
        ) : (
          <p className="text-caption text-ink-3">
            A JSON array. Tool calls are shown, not run: you write the result.
          </p>
        )}
      </div>
      <Button
        variant="link"
        size="sm"
        className="justify-self-start text-caption"
        onClick={() => onChange({ tools: null })}
      >
        Remove tools
      </Button>
    </div>
  );
}
