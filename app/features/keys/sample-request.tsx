import { useQuery } from "@tanstack/react-query";
import { CopyIconButton } from "#app/components/copy-button.tsx";
import { Segmented, SegmentedItem } from "#app/components/ui/segmented.tsx";
import { pricesQuery } from "#app/features/pricing/queries.ts";
import { languageFrom, useLanguage } from "#app/lib/documentation/language.ts";
import { LANGUAGES, type Language } from "#app/lib/documentation/topics.ts";
import { kindOf } from "#app/lib/model-prices.ts";
import type { ModelPrices } from "#core/domain/public-prices.ts";
import { SAMPLE_MODEL, sampleRequests } from "./keys-view.ts";

/** Flags and quoted strings. */
const TOKENS = /(-[Hd](?= )|"[^"]*"|'[^']*')/;

const LABELS: Record<Language, string> = { curl: "cURL", python: "Python", typescript: "TypeScript" };

interface FirstRequestProps {
  /** In full; a placeholder unless it is given. */
  apiKey?: string;
}

export function FirstRequest({ apiKey = "YOUR_API_KEY" }: FirstRequestProps) {
  const [language, setLanguage] = useLanguage();
  const { origin } = window.location;
  const samples = sampleRequests({ origin, key: apiKey, model: useSampleModel() });
  return (
    <figure className="mt-3 overflow-hidden rounded-card border bg-fill">
      <figcaption className="flex h-11 items-center justify-between border-b pr-1.5 pl-2.5">
        <Segmented
          aria-label="Language"
          value={language}
          onValueChange={(value) => setLanguage(languageFrom(value))}
        >
          {LANGUAGES.map((name) => (
            <SegmentedItem key={name} value={name} className="px-2.5 text-caption">
              {LABELS[name]}
            </SegmentedItem>
          ))}
        </Segmented>
        <CopyIconButton label="Copy sample request" text={async () => samples[language]} />
      </figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region needs the keyboard (WCAG 2.1.1) */}
      <pre className="overflow-x-auto p-4 font-mono text-mono leading-5" tabIndex={0}>
        <CommandText command={samples[language]} />
      </pre>
    </figure>
  );
}

/** The cheapest model that writes text; the local one until the prices are known. */
function useSampleModel(): string {
  const { data } = useQuery(pricesQuery);
  const cost = ({ tokens }: ModelPrices) => tokens.input + tokens.output;
  const text = data?.models.filter((model) => kindOf(model) === "text") ?? [];
  return text.sort((a, b) => cost(a) - cost(b))[0]?.model ?? SAMPLE_MODEL;
}

export function CommandText({ command }: { command: string }) {
  return (
    <code translate="no">
      {command.split(TOKENS).map((token, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the tokens never move
        <span key={at} className={colorOf(token)}>
          {token}
        </span>
      ))}
    </code>
  );
}

function colorOf(token: string): string | undefined {
  if (token.startsWith("-")) return "text-code-key";
  return /^["']/.test(token) ? "text-code-string" : undefined;
}
