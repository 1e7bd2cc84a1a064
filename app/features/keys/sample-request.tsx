import { useQuery } from "@tanstack/react-query";
import { CopyIconButton } from "#app/components/copy-button.tsx";
import { Tabs, TabsContent, TabsList, TabsTrigger } from "#app/components/ui/tabs.tsx";
import { languageFrom, useLanguage } from "#app/features/docs/language.ts";
import { LANGUAGES, type Language } from "#app/features/docs/topics.ts";
import { kindOf } from "#app/features/pricing/prices-view.ts";
import { pricesQuery } from "#app/features/pricing/queries.ts";
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
      <Tabs value={language} onValueChange={(value) => setLanguage(languageFrom(value))}>
        <figcaption className="flex h-10 items-center justify-between border-b pr-1.5 pl-4">
          <TabsList aria-label="Language" className="h-full gap-4 border-b-0">
            {LANGUAGES.map((name) => (
              <TabsTrigger key={name} value={name} className="text-caption">
                {LABELS[name]}
              </TabsTrigger>
            ))}
          </TabsList>
          <CopyIconButton label="Copy sample request" text={async () => samples[language]} />
        </figcaption>
        {LANGUAGES.map((name) => (
          <TabsContent key={name} value={name} className="overflow-x-auto p-4">
            <pre className="w-fit font-mono text-[0.78125rem] leading-5">
              <CommandText command={samples[name]} />
            </pre>
          </TabsContent>
        ))}
      </Tabs>
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
    <code>
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
