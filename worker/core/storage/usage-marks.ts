import { ERROR_STATUS_FROM } from "#core/domain/ranges.ts";
import { BINS_PER_LN, STATUS_MARK, TOP_MARK, ZERO_MARK } from "#core/domain/tally.ts";

const BIN = `iif(response_time < 1, ${ZERO_MARK},
  min(${TOP_MARK}, ${ZERO_MARK + 1} + CAST(ln(response_time) * ${BINS_PER_LN} AS INTEGER)))`;

export const IS_ERROR = `(status_code >= ${ERROR_STATUS_FROM})`;
/** The tally (domain/tally.ts) of a group of `api_usage` rows. */
export const RAW_TALLY = `group_concat(
  CASE WHEN ${IS_ERROR} THEN char(${BIN}, ${STATUS_MARK} + status_code) ELSE char(${BIN}) END, '')`;
