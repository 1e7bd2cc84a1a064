import { Link } from "@remix-run/react";
import { useMutation } from "@tanstack/react-query";
import Printer from "lucide-react/icons/printer";
import { DownloadButton } from "#app/components/download-button.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { api, successful } from "#app/lib/api-client.ts";
import { cn } from "#app/lib/class-names.ts";
import { paths } from "#app/lib/paths.ts";
import { saveFile } from "#app/lib/save-file.ts";
import { toast } from "#app/lib/toast.ts";
import { statementFileName } from "#core/domain/statement-file.ts";
import { billingMessages } from "./messages.ts";
import { MonthPicker } from "./month-picker.tsx";
import type { Period } from "./queries.ts";
import { monthQuery } from "./queries.ts";

interface StatementActionsProps {
  period: Period;
  onPeriod: (period: Period) => void;
  /** Takes its room all the same on a wide screen, so that the tabs don't move. */
  hidden: boolean;
}

export const StatementActions = ({ period, onPeriod, hidden }: StatementActionsProps) => (
  <div
    className={cn(
      "flex flex-wrap justify-end gap-2 max-sm:w-full [&>a,&>button]:max-lg:h-11 [&>a,&>button]:max-sm:flex-1",
      hidden && "invisible max-sm:hidden",
    )}
  >
    <MonthPicker period={period} onPeriod={onPeriod} />
    <DownloadStatementButton period={period} />
    <PrintLink period={period} />
  </div>
);

export function DownloadStatementButton({ period }: { period: Period }) {
  const { mutate, isPending } = useMutation({
    mutationFn: async () => {
      const response = await successful(api.api["ledger.csv"].$get({ query: monthQuery(period) }));
      const month = period === "all" ? undefined : period;
      saveFile(await response.blob(), statementFileName(month, Date.now()));
    },
    onError: () => toast.failure(billingMessages.downloadFailed),
  });
  return <DownloadButton busy={isPending} onClick={() => mutate()} />;
}

function PrintLink({ period }: { period: Period }) {
  const content = (
    <>
      <Printer aria-hidden="true" />
      Print
    </>
  );
  if (period === "all") {
    return (
      <Button aria-disabled title={billingMessages.printsMonths}>
        {content}
      </Button>
    );
  }
  return (
    <Button asChild>
      <Link to={paths.statement(period)}>{content}</Link>
    </Button>
  );
}
