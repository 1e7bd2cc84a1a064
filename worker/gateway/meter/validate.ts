import { OUTCOMES, type OutcomeNumber } from "#core/domain/gateway/outcomes.ts";
import { MODEL_NAME_MAX } from "#core/domain/gateway/request-limits.ts";
import { type AdmitRequest, FIGURE_MAX, type Settlement } from "../metering.ts";

const ID_MAX = 64;
/** For a status that no response can have. */
const NO_STATUS = 502;
/** Longer than the lines of any request; in characters. */
const PRICE_LINES_MAX = 8192;

const OUTCOME_NUMBERS = new Map<unknown, OutcomeNumber>(Object.values(OUTCOMES).map((each) => [each, each]));

/** @throws RangeError: only a mistake of the caller leads here. */
export function checkRequestId(requestId: string): void {
  if (requestId === "" || requestId.length > ID_MAX)
    throw new RangeError(`The request id must have 1 to ${ID_MAX} characters.`);
}

/** @throws RangeError: only a mistake of the caller leads here, and a hold it made up must not be admitted. */
export function checkAdmission({ requestId, holdMicros, model, priceListId }: AdmitRequest): void {
  checkRequestId(requestId);
  if (!Number.isInteger(holdMicros) || holdMicros < 0 || holdMicros > FIGURE_MAX)
    throw new RangeError(`The hold must be a whole number of micro-dollars from 0 to ${FIGURE_MAX}.`);
  if (model !== undefined && (model === "" || model.length > MODEL_NAME_MAX))
    throw new RangeError(`The model's name must have 1 to ${MODEL_NAME_MAX} characters.`);
  if (priceListId !== undefined && !(Number.isSafeInteger(priceListId) && priceListId > 0))
    throw new RangeError("The id of the price list must be a whole number above 0.");
}

/**
 * A settlement with all its figures, each of which libSQL accepts: a row that it refused would hold up all later ones. It
 * costs at most the hold, so that neither the plan's value, the balance nor a limit is exceeded.
 */
export function settlementWithin(hold: number, settlement: Settlement): Required<Settlement> {
  const { requestId, statusCode, firstByteMs = null, priceLines } = settlement;
  return {
    requestId,
    statusCode:
      Number.isInteger(statusCode) && statusCode >= 100 && statusCode <= 999 ? statusCode : NO_STATUS,
    responseTimeMs: whole(settlement.responseTimeMs),
    costMicros: Math.min(hold, whole(settlement.costMicros)),
    tokensIn: whole(settlement.tokensIn),
    tokensOut: whole(settlement.tokensOut),
    tokensCached: whole(settlement.tokensCached ?? 0),
    firstByteMs: firstByteMs === null ? null : whole(firstByteMs),
    outcome: OUTCOME_NUMBERS.get(settlement.outcome) ?? OUTCOMES.unknown,
    estimated: settlement.estimated === true,
    priceLines: typeof priceLines === "string" && priceLines.length <= PRICE_LINES_MAX ? priceLines : null,
  };
}

const whole = (figure: number) => Math.min(FIGURE_MAX, Math.max(0, Math.ceil(figure) || 0));
