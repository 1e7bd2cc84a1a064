import { Link } from "@remix-run/react";
import ArrowUpRight from "lucide-react/icons/arrow-up-right";
import ChartColumn from "lucide-react/icons/chart-column";
import Lock from "lucide-react/icons/lock";
import RotateCw from "lucide-react/icons/rotate-cw";
import Variable from "lucide-react/icons/variable";
import { type ReactNode, useId, useState } from "react";
import { CopyIconButton } from "#app/components/copy-button.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { Card, CardHeader, CardTitle } from "#app/components/ui/card.tsx";
import { PageHeader } from "#app/components/ui/page-header.tsx";
import { Switch } from "#app/components/ui/switch.tsx";
import { BalanceCard } from "#app/features/balance/balance-card.tsx";
import { cn } from "#app/lib/class-names.ts";
import { pages } from "#app/lib/pages.ts";
import { paths } from "#app/lib/paths.ts";
import { CreateKeyDialog } from "./create-key-dialog.tsx";
import { KeysCard, useListReady } from "./keys-card.tsx";
import { keyMessages } from "./messages.ts";
import type { NewKey } from "./queries.ts";

const TIPS = [
  {
    icon: Variable,
    title: "Use environment variables",
    text: "Keep keys out of your code and your repository.",
  },
  {
    icon: RotateCw,
    title: "Rotate keys",
    text: "Choose Rotate in a key’s menu, move your traffic, then revoke the old key.",
  },
  {
    icon: Lock,
    title: "Restrict access",
    text: "Use one key per service, and share it only with people who need it.",
  },
  {
    icon: ChartColumn,
    title: "Monitor usage",
    text: "Check each key’s requests and errors for anything unexpected.",
  },
];

/** @param runway how long the balance lasts, in one line */
export function ApiKeysPage({ runway }: { runway: ReactNode }) {
  // Content below the list appears together with it, because it would jump otherwise.
  const ready = useListReady();
  const [masked, setMasked] = useState(true);
  const [newKey, setNewKey] = useState<NewKey | null>(null);
  return (
    <>
      <PageHeader {...pages.apiKeys.heading} actions={<CreateKeyDialog onCreated={setNewKey} />} />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6 max-lg:gap-3">
        <KeysCard masked={masked} newKey={newKey} onCreated={setNewKey} />
        <div
          className={cn(
            "grid grid-cols-3 gap-6 max-lg:grid-cols-2 max-lg:gap-3 max-sm:grid-cols-1 sm:max-lg:[&>:last-child]:col-span-2",
            !ready && "invisible",
          )}
        >
          <BalanceCard compact runway={runway} />
          <MaskCard masked={masked} onChange={setMasked} />
          <QuickHelpCard />
        </div>
        <div className={cn(!ready && "invisible")}>
          <BestPracticesCard />
        </div>
      </div>
    </>
  );
}

function MaskCard({ masked, onChange }: { masked: boolean; onChange: (masked: boolean) => void }) {
  const id = useId();
  return (
    <Card className="p-5 max-lg:p-4">
      <div className="flex items-start justify-between gap-4">
        <div>
          <label htmlFor={id} className="block text-body font-medium">
            Mask API Keys
          </label>
          <p id={`${id}-hint`} className="mt-0.5 text-caption text-ink-3">
            Shows the first 8 and last 4 characters
          </p>
        </div>
        <Switch id={id} aria-describedby={`${id}-hint`} checked={masked} onCheckedChange={onChange} />
      </div>
      <p className="mt-4 border-t pt-4 text-small text-ink-2">{keyMessages.revealsAreRecorded}</p>
      <Button variant="link" size="sm" asChild className="mt-3 max-lg:mt-1.5">
        <Link to={paths.activity}>View activity</Link>
      </Button>
    </Card>
  );
}

function QuickHelpCard() {
  return (
    <Card className="p-5 max-lg:p-4">
      <CardTitle>Quick Help</CardTitle>
      <p className="mt-1 text-small text-ink-2">Send the key in the Authorization header:</p>
      <div className="mt-3 flex items-start justify-between gap-1 rounded-control bg-fill max-lg:items-center py-1.5 pr-1.5 pl-3">
        <code translate="no" className="py-0.5 font-mono text-caption leading-5">
          Authorization:
          <br className="max-lg:hidden" /> Bearer YOUR_API_KEY
        </code>
        <CopyIconButton label="Copy header" text={async () => "Authorization: Bearer YOUR_API_KEY"} />
      </div>
      <Button variant="link" size="sm" asChild className="mt-3 max-lg:mt-1.5">
        <Link to={paths.documentation}>
          Read the documentation
          <ArrowUpRight className="size-3.5" aria-hidden="true" />
        </Link>
      </Button>
    </Card>
  );
}

function BestPracticesCard() {
  return (
    <Card>
      <CardHeader>
        <CardTitle>Best Practices</CardTitle>
      </CardHeader>
      <ul className="grid grid-cols-4 gap-x-6 gap-y-5 px-5 pt-4 pb-5 max-xl:grid-cols-2 max-sm:grid-cols-1 max-lg:px-4">
        {TIPS.map(({ icon: Icon, title, text }) => (
          <li key={title} className="flex gap-3">
            <Icon className="mt-0.5 size-4 shrink-0 text-ink-3" aria-hidden />
            <div>
              <h3 className="text-small font-medium">{title}</h3>
              <p className="mt-0.5 text-small text-ink-2">{text}</p>
            </div>
          </li>
        ))}
      </ul>
    </Card>
  );
}
