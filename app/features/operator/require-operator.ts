import { ApiError } from "#app/lib/api-error.ts";
import { knownSession } from "#app/lib/auth/auth.ts";
import { requireSession } from "#app/lib/auth/require-session.ts";
import type { Session } from "#app/lib/auth/session.ts";
import { leaveForDashboard } from "#app/lib/leave-for-dashboard.ts";
import { browserQueryClient } from "#app/lib/query-client.ts";
import { untilPageIsLeft } from "#app/lib/until-page-is-left.ts";
import type { OperatorResponse } from "#core/contract/operator.ts";
import { isMissing } from "./operator-api.ts";
import { operatorQuery } from "./queries.ts";

export interface OperatorSession {
  session: Session;
  operator: OperatorResponse;
}

/**
 * The guard of the desk. Anybody else is led to the dashboard, as from any unknown path; an operator without a second
 * factor in this session to that step, and back.
 * @throws ApiError when it can't be known who this is.
 */
export async function requireOperator(request: Request): Promise<OperatorSession> {
  if ((await knownSession()) === null) return leaveForDashboard();
  const session = await requireSession(request);
  try {
    return { session, operator: await browserQueryClient().fetchQuery(operatorQuery) };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (isMissing(error)) return leaveForDashboard();
    // The client of the API is on its way to the sign-in page.
    if (error.status === 401) return untilPageIsLeft();
    throw error;
  }
}
