import type { AdmitRequest, Settlement } from "../metering.ts";

const LONGEST_ID = 64;
/** Far above any figure of one request, and sums of many of them stay exact. */
const MOST = 2 ** 40;
/** For a status that no answer can have. */
const NO_STATUS = 502;

/** @throws RangeError: only a mistake of the caller leads here, and a hold it made up must not be admitted. */
export function soundAdmission({ requestId, holdMicros }: AdmitRequest): void {
  if (requestId === "" || requestId.length > LONGEST_ID) throw new RangeError("The request id is not one.");
  if (!Number.isInteger(holdMicros) || holdMicros < 0 || holdMicros > MOST)
    throw new RangeError(`The hold must be a whole number of micro-dollars from 0 to ${MOST}.`);
}

/** What libSQL takes for certain: one row that it refused would hold up its whole batch, and all that follow. */
export function soundSettlement(settlement: Settlement): Settlement {
  const { requestId, statusCode } = settlement;
  return {
    requestId,
    statusCode:
      Number.isInteger(statusCode) && statusCode >= 100 && statusCode <= 999 ? statusCode : NO_STATUS,
    responseTimeMs: whole(settlement.responseTimeMs),
    costMicros: whole(settlement.costMicros),
    tokensIn: whole(settlement.tokensIn),
    tokensOut: whole(settlement.tokensOut),
  };
}

const whole = (figure: number) => Math.min(MOST, Math.max(0, Math.ceil(figure) || 0));
