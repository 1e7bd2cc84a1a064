import { StatementOutline, StatementPage } from "#app/features/billing/statement-page.tsx";
import type { PageHandle } from "#app/features/shell/app-shell.tsx";
import { pages } from "#app/lib/pages.ts";

export const { meta } = pages.statement;
export const handle: PageHandle = { Outline: StatementOutline };
export default StatementPage;
