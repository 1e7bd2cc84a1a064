import { Check, Mail } from "lucide-react";
import { Button } from "#app/components/ui/button.tsx";
import { Card } from "#app/components/ui/card.tsx";
import { formatNumber } from "#app/lib/format.ts";
import { readPublicConfig } from "#app/lib/public-config.ts";
import { PLAN_REQUESTS_PER_MONTH } from "#core/domain/plans.ts";

const REQUESTS = `${formatNumber(PLAN_REQUESTS_PER_MONTH)} requests per month`;

/** Spec section 2, in its order. */
const BENEFITS = [
  { name: "All endpoints", detail: "The whole API with one key" },
  { name: REQUESTS, detail: "They count for every key of your account" },
  { name: "Priority support", detail: "Your questions are answered first" },
  { name: "Valid 1 year", detail: "A renewal adds to what is left" },
  { name: "Usage analytics", detail: "Requests, errors and times of each key" },
  { name: "Rate limiting controls", detail: "100 requests per minute for each key" },
];

export function BenefitsCard() {
  return (
    <Card>
      <h2 className="px-5 pt-4 text-body font-medium max-lg:px-4">What you get</h2>
      <ul className="grid grid-cols-2 gap-x-6 gap-y-5 p-5 max-lg:p-4 max-sm:grid-cols-1">
        {BENEFITS.map(({ name, detail }) => (
          <li key={name} className="flex gap-3">
            <span className="grid size-5 shrink-0 place-items-center rounded-full bg-success-soft text-success-ink">
              <Check className="size-3" aria-hidden />
            </span>
            <div className="min-w-0">
              <p className="text-small font-medium">{name}</p>
              <p className="text-small text-ink-2">{detail}</p>
            </div>
          </li>
        ))}
      </ul>
      <footer className="flex items-center justify-between gap-4 border-t px-5 py-4 max-lg:px-4 max-sm:flex-col max-sm:items-stretch">
        <p className="text-small text-ink-2">More requests, or a contract? Ask for the Business plan.</p>
        <Button asChild className="max-sm:h-11">
          <a href={readPublicConfig().salesContact}>
            <Mail aria-hidden />
            Contact Sales
          </a>
        </Button>
      </footer>
    </Card>
  );
}
