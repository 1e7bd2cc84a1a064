import { Link } from "@remix-run/react";
import { ArrowLeft } from "lucide-react";
import { Button } from "#app/components/ui/button.tsx";
import { Brand } from "#app/features/shell/brand.tsx";
import { ThemeToggle } from "#app/features/theme/theme-toggle.tsx";
import { paths } from "#app/lib/paths.ts";
import { TERMS_UPDATED, type TermsSection, termsSections } from "./terms-sections.ts";

export function TermsPage() {
  return (
    <div className="min-h-screen bg-surface dark:bg-canvas">
      <header className="flex h-16 items-center justify-between px-10 max-lg:px-5">
        <Brand />
        <span className="-mr-2.5">
          <ThemeToggle />
        </span>
      </header>
      <main className="mx-auto max-w-prose px-5 pt-8 pb-24 max-lg:pt-4">
        <Button variant="link" asChild>
          <Link to={paths.login}>
            <ArrowLeft aria-hidden="true" />
            Back to Login
          </Link>
        </Button>
        <h1 className="mt-6 text-title font-semibold">Terms and conditions</h1>
        <p className="mt-1 text-body text-ink-2">Last updated {TERMS_UPDATED}</p>
        {termsSections.map((section, position) => (
          <Section key={section.title} number={position + 1} {...section} />
        ))}
      </main>
    </div>
  );
}

function Section({ number, title, paragraphs }: TermsSection & { number: number }) {
  return (
    <section className="mt-10">
      <h2 className="text-lead font-semibold">
        {number}. {title}
      </h2>
      {paragraphs.map((paragraph) => (
        <p key={paragraph} className="mt-3 text-body leading-6 text-ink-2">
          {paragraph}
        </p>
      ))}
    </section>
  );
}
