import { Link } from "@remix-run/react";
import { forwardRef, type ReactNode } from "react";
import { Brand } from "#app/components/brand.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { Field } from "#app/components/ui/field.tsx";
import { Input, type InputProps } from "#app/components/ui/input.tsx";
import { ThemeToggle } from "#app/features/theme/theme-toggle.tsx";
import { cn } from "#app/lib/class-names.ts";
import { paths } from "#app/lib/paths.ts";
import { useHydrated } from "#app/lib/use-hydrated.ts";

/** For the sign-in page, and for the screens that stand in its place for a moment. */
export const SIGN_IN_HEIGHT = "lg:min-h-[31.5rem]";

const SAMPLE_HEADERS = [
  { name: "x-request-id", value: "9d1c6a52-7f0e-4b83-a6d4-52e0c8f3b917" },
  { name: "x-latchkey-cost", value: "0.000412" },
  { name: "x-latchkey-balance", value: "48.200000" },
  { name: "x-ratelimit-remaining-requests", value: "97" },
];

interface AuthFrameProps {
  title: string;
  description: string;
  /** A class for the height of the form with a message in it, so that nothing moves when one appears. */
  height?: string;
  /** Above the title. */
  notice?: ReactNode;
  children: ReactNode;
}

export function AuthFrame({ title, description, height, notice, children }: AuthFrameProps) {
  return (
    <div className="flex min-h-screen bg-surface dark:bg-canvas">
      <main className="flex w-full max-w-[36rem] flex-col px-10 max-lg:max-w-none max-lg:px-5 lg:w-[46%]">
        <div className="flex h-16 shrink-0 items-center justify-between">
          <Brand />
          <span className="-mr-2.5">
            <ThemeToggle />
          </span>
        </div>
        <div className="mx-auto flex w-full max-w-form flex-1 flex-col justify-center pt-4 pb-5 max-lg:justify-start max-lg:pt-8 max-lg:pb-8">
          {notice}
          <h1 className="text-title font-semibold">{title}</h1>
          <p className="mt-1 wrap-anywhere text-body text-ink-2">{description}</p>
          <div className={cn("mt-6", height)}>{children}</div>
        </div>
        <footer className="flex h-14 shrink-0 items-center gap-5 text-caption text-ink-3">
          <FooterLink to={paths.documentation}>Documentation</FooterLink>
          <FooterLink to={paths.pricing}>Models & pricing</FooterLink>
          <FooterLink to={paths.terms}>Terms</FooterLink>
        </footer>
      </main>
      <SampleRequest />
    </div>
  );
}

const FooterLink = ({ to, children }: { to: string; children: ReactNode }) => (
  <Link to={to} className="relative rounded-tag after:absolute after:-inset-2.5 hover:text-ink">
    {children}
  </Link>
);

function SampleRequest() {
  return (
    <aside
      aria-label="About Latchkey"
      className="relative flex flex-1 items-center justify-center overflow-hidden border-l bg-canvas p-12 max-lg:hidden dark:bg-surface"
    >
      <div
        className="absolute inset-0 [background-image:radial-gradient(var(--control)_0.75px,transparent_0.75px)] [background-size:24px_24px] opacity-60 [mask-image:radial-gradient(75%_65%_at_50%_50%,#000_20%,transparent_100%)]"
        aria-hidden="true"
      />
      <div className="relative w-full max-w-[29rem]">
        <div className="rounded-card bg-surface shadow-pop dark:bg-overlay">
          <div className="flex h-10 items-center justify-between border-b px-4 text-caption text-ink-3">
            <span>One request, accounted for</span>
            <span className="inline-flex items-center gap-1.5 text-success-ink">
              <span className="size-1.5 rounded-full bg-success" aria-hidden="true" />
              200 OK
            </span>
          </div>
          <SampleCommand />
          <dl translate="no" className="divide-y border-t px-4 py-2 font-mono text-mono">
            {SAMPLE_HEADERS.map(({ name, value }) => (
              <div key={name} className="flex justify-between gap-4 py-2">
                <dt className="text-ink-3">{name}</dt>
                <dd className="tabular-nums">{value}</dd>
              </div>
            ))}
          </dl>
        </div>
        <p className="mt-6 max-w-sm text-body text-ink-2">
          Every response carries its cost and your remaining balance. The dashboard adds it all up to the
          cent.
        </p>
      </div>
    </aside>
  );
}

function SampleCommand() {
  return (
    <pre translate="no" className="p-4 font-mono text-mono leading-[1.375rem]">
      <code>
        <span className="text-ink-3">$</span> curl $BASE_URL/v1/chat/completions \{"\n    "}
        <span className="text-code-key">-H</span>{" "}
        <span className="text-code-string">"Authorization: Bearer lk_9fK2x…Qe7T"</span> \{"\n    "}
        <span className="text-code-key">--json</span> <span className="text-code-string">@request.json</span>
      </code>
    </pre>
  );
}

export function FormFooter({ question, to, action }: { question: string; to: string; action: string }) {
  return (
    <p className="mt-8 text-center text-small text-ink-2">
      {question}{" "}
      <Button variant="link" asChild>
        <Link to={to}>{action}</Link>
      </Button>
    </p>
  );
}

export const EmailField = forwardRef<HTMLInputElement, InputProps & { hint?: ReactNode }>(function EmailField(
  { hint, ...rest },
  ref,
) {
  return (
    <Field label="Email" hint={hint}>
      <Input ref={ref} name="email" type="email" size="lg" autoComplete="username" required {...rest} />
    </Field>
  );
});

/** Read from the form, since an address may be typed before the page is hydrated. */
export const emailIn = (data: FormData) => String(data.get("email"));

export function SubmitButton({ busy, children }: { busy: boolean; children: string }) {
  const hydrated = useHydrated();
  return (
    <Button
      type="submit"
      variant="primary"
      size="lg"
      className="w-full disabled:opacity-100"
      busy={busy}
      disabled={!hydrated}
    >
      {children}
    </Button>
  );
}
