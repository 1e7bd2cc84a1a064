import { findPublicConfig } from "#app/lib/public-config.ts";
import { useHydrated } from "#app/lib/use-hydrated.ts";

const PHRASE = /(contact support)/i;

/** A text whose "contact support" leads to the operator's support. Plain text before the page is hydrated. */
export function SupportText({ children: text }: { children: string }) {
  const hydrated = useHydrated();
  const contact = hydrated && findPublicConfig()?.supportContact;
  const [before, phrase, after] = text.split(PHRASE);
  if (!contact || phrase === undefined) return <>{text}</>;
  return (
    <>
      {before}
      <a href={contact} className="rounded-tag font-medium underline underline-offset-4">
        {phrase}
      </a>
      {after}
    </>
  );
}
