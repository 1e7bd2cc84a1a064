import { Link } from "@remix-run/react";
import Receipt from "lucide-react/icons/receipt-text";
import ShieldCheck from "lucide-react/icons/shield-check";
import Wallet from "lucide-react/icons/wallet";
import { Button } from "#app/components/ui/button.tsx";
import { CREATE_TEST_KEY_HASH, paths } from "#app/lib/paths.ts";

const PROMISES = [
  {
    Icon: ShieldCheck,
    title: "Failed requests are free",
    text: "If the model fails or sends nothing back, you pay nothing.",
  },
  {
    Icon: Wallet,
    title: "You can’t overspend",
    text: "Each request reserves its highest possible cost first. What it doesn’t use is returned.",
  },
  {
    Icon: Receipt,
    title: "Every request has a receipt",
    text: "It lists each price line, so you can check the sum yourself.",
  },
];

export function Promises() {
  return (
    <>
      <ul className="mt-10 grid grid-cols-3 gap-8 border-t pt-8 max-lg:gap-5 max-sm:grid-cols-1">
        {PROMISES.map(({ Icon, title, text }) => (
          <li key={title} className="flex gap-3">
            <Icon className="mt-1 size-4 shrink-0 text-ink-3" aria-hidden="true" />
            <div>
              <h2 className="text-body font-medium">{title}</h2>
              <p className="mt-0.5 text-small text-ink-2">{text}</p>
            </div>
          </li>
        ))}
      </ul>
      <section className="mt-10 flex items-center justify-between gap-6 rounded-card border bg-surface p-6 shadow-card max-sm:flex-col max-sm:items-stretch max-sm:p-4">
        <div>
          <h2 className="text-lead font-semibold">Try it without a card</h2>
          <p className="mt-0.5 text-small text-ink-2">A test key is free and returns simulated responses.</p>
        </div>
        <div className="flex gap-2 max-sm:grid">
          <Button asChild className="max-sm:h-11">
            <Link to={paths.documentation}>Read the quickstart</Link>
          </Button>
          {/* The frame's `data-reader` hides one of the two. */}
          <Button asChild className="max-sm:h-11 signed-out:hidden">
            <Link to={`${paths.apiKeys}${CREATE_TEST_KEY_HASH}`}>Create a test key</Link>
          </Button>
          <Button asChild className="hidden max-sm:h-11 signed-out:inline-flex">
            <Link to={paths.signUp}>Create a test key</Link>
          </Button>
        </div>
      </section>
    </>
  );
}
