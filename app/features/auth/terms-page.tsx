import { Link } from "@remix-run/react";
import ArrowLeft from "lucide-react/icons/arrow-left";
import type { ReactNode } from "react";
import { Brand } from "#app/components/brand.tsx";
import { SupportText } from "#app/components/support-text.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { ThemeToggle } from "#app/features/theme/theme-toggle.tsx";
import { publicPageMeta } from "#app/lib/pages.ts";
import { paths } from "#app/lib/paths.ts";

const TERMS_UPDATED = "November 23, 2026";

/** The agreement in plain words. “We” is the operator of this installation. */
const TERMS: Readonly<Record<string, ReactNode[]>> = {
  "What this service is": [
    "Latchkey gives you API keys for AI models, a prepaid balance that pays for your requests, and usage statistics. It is run by the operator of this service, called “we” below. By creating an account, or by continuing with Google or GitHub, you accept these terms. If you act for an organization, you accept them on its behalf and confirm that you are authorized to do so.",
  ],
  "Your account": [
    "Sign up with an email address that you have access to, and keep it current: we use it to reach you, and you need it to recover your account. One person or organization is responsible for each account. Choose a password that you don’t use anywhere else, and turn on two-factor authentication if you can.",
    "You are responsible for what happens through your account. If you think someone else has access to it, change your password, which ends every other session, revoke the keys in question, and let us know.",
  ],
  "Keeping keys safe": [
    "Anyone who has one of your API keys can spend your balance. Keep keys on servers, in environment variables or a secret store. Never put them in published code, in a browser or in an app that you distribute.",
    "You can revoke a key at any time; this takes effect immediately and is permanent. You are responsible for requests made with it before that. We may revoke a key that we find in public, and will notify you when we do.",
  ],
  "Prepaid balance and plans": [
    "You pay in advance, in US dollars, by card through our payment provider; we never see your card number. When the balance is used up, requests are refused until you add funds; you are never billed in arrears.",
    "A key with a yearly plan is paid for once and does not renew automatically. Each month, it includes the number of requests and the value stated at purchase. Beyond these, requests are refused, or charged to your balance if you allow it.",
  ],
  Charges: [
    "Before a request is sent to a model, we reserve the most that it can cost. When it ends, we charge its usage at the prices in force when it was accepted, and never more than was reserved. Requests that fail at the model’s provider, and requests that we refuse, cost nothing. If a response ends early, because you disconnect, the provider stops, our service stops or ten minutes have passed, you pay for what was used by then, based on the last reported token counts or on an estimate.",
    <>
      <Link to={paths.charges} className="font-medium text-accent-ink underline underline-offset-4">
        How requests are charged
      </Link>{" "}
      states exactly what is reserved, how estimates are made and what a plan pays for. It is part of these
      terms.
    </>,
    "Prices and this policy may change. We announce changes at least 30 days before they take effect, in the dashboard and, unless you turned that off, by email. They apply only to later requests.",
  ],
  Refunds: [
    "Balance that you have not used can be refunded to the card that paid for it within 30 days of the payment. Amounts already spent on requests are not refunded unless we charged them in error, in which case we correct them as soon as we know. If your bank reverses a payment, its amount is deducted from the balance.",
    "Your rights under the law of the place where you live, such as a consumer’s right of withdrawal, are not affected.",
  ],
  "Acceptable use": [
    "Do not use the service to break the law, to harm or deceive people, to send spam or malware, to collect personal data unlawfully, or to get around limits, security or billing, here or elsewhere. Do not resell bare access to keys. The usage rules of the AI models that you use also apply. Their responses can be wrong, and you are responsible for what you do with them.",
    "Each key is limited to a number of requests per minute. We may slow down or refuse traffic that endangers the service for others.",
  ],
  Availability: [
    "We work to keep the service running, but it is offered as is, with no guarantee that it is always available, and it depends on other providers. We announce planned interruptions where possible. Do not rely on it alone where health or safety is at stake.",
  ],
  "Your data": [
    "We keep what the service needs: your email address, your sessions, your payments, and, for each request, its time, endpoint, model, status, duration, token counts and cost. We keep individual requests for a limited time, and their totals for longer. The content of your requests and responses is exchanged with the model’s provider, and we do not store it.",
    "We do not sell your data. You can see your usage in the dashboard at any time, and download all your data or delete your account in its settings. Deleting it removes your address and the names that you gave. We keep records that the law requires, such as payment records, for as long as it requires, and totals of usage that do not name you.",
  ],
  "Ending the agreement": [
    "You can stop at any time by deleting your account, which revokes all its keys. Request a refund of your unused balance before that. We may suspend or close an account that breaks these terms, immediately in urgent cases and otherwise after a warning, and we will tell you why. If we close your account without such a reason, or end the service, we refund your remaining balance.",
    "As far as the law allows, our liability is limited to the amount that you paid us in the twelve months before the damage. This limit does not apply to intent, gross negligence, or injury to persons.",
  ],
  "Changes to these terms": [
    "We may change these terms. We will email you at least 30 days before a change that matters to you takes effect. If you do not agree, request a refund of your unused balance and close your account before that day. Using the service after that day means that you agree.",
  ],
  Contact: [
    <SupportText key="contact">
      If you have questions about these terms, your data or a payment, contact support.
    </SupportText>,
  ],
};

export const meta = publicPageMeta(
  "Terms",
  "The terms and conditions for using the API and this dashboard.",
  paths.terms,
);

export default function TermsPage() {
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
        {Object.entries(TERMS).map(([title, paragraphs], position) => (
          <section key={title} className="mt-10">
            <h2 className="text-lead font-semibold">
              {position + 1}. {title}
            </h2>
            {paragraphs.map((paragraph, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the paragraphs of a section never change places
              <p key={at} className="mt-3 text-body leading-6 text-ink-2">
                {paragraph}
              </p>
            ))}
          </section>
        ))}
      </main>
    </div>
  );
}
