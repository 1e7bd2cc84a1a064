import { ERROR_STATUS_FROM } from "#core/domain/ranges.ts";

/** A position in the log, which is ordered by time (epoch ms), then by arrival. */
export interface LogPosition {
  timestamp: number;
  id: number;
}

export interface LogFilter {
  accountId: number;
  /** api_keys.id, or 0 for all keys of the account. */
  keyId: number;
  /** 0 for all. */
  endpointId: number;
  /** Empty for all. */
  modelIds: readonly number[];
  status: { least: number; most: number };
}

/** Above every id, for a log that may grow. */
export const LATEST_ID = Number.MAX_SAFE_INTEGER;

export interface LogScope extends LogFilter {
  from: number;
  before: LogPosition;
  newest: number;
  limit: number;
}

export interface LogBounds {
  /** Raw rows of the account; the last hour may add as many again. */
  rows: number;
  fresh: number;
  days: number;
}
/** About 30 ms of database time. */
export const LOG_BOUNDS: LogBounds = { rows: 20_000, fresh: 100_000, days: 14 };

const STATUS_MAX = 999;
export const ANY_STATUS = { least: 0, most: STATUS_MAX };
export const SUCCESS = { least: 0, most: ERROR_STATUS_FROM - 1 };
export const ERROR = { least: ERROR_STATUS_FROM, most: STATUS_MAX };

export const isOneCode = ({ status }: LogFilter) => status.least === status.most;

/** The buckets of an endpoint or a model then hold more than the matches. */
export const isOfBoth = ({ endpointId, modelIds }: LogFilter) => endpointId !== 0 && modelIds.length > 0;

export const isFiltered = ({ keyId, endpointId, modelIds, status }: LogFilter) =>
  keyId !== 0 ||
  endpointId !== 0 ||
  modelIds.length > 0 ||
  status.least > ANY_STATUS.least ||
  status.most < ANY_STATUS.most;
