import { ERROR_RATE_LABELS, RESPONSE_TIME_LABELS } from "./messages.ts";

/** Which of three thirds a figure falls in: 0 is best. */
type Level = 0 | 1 | 2;
export interface Judgement {
  level: Level;
  label: string;
}

const levelOf = (value: number, excellentUnder: number, goodUnder: number): Level =>
  value < excellentUnder ? 0 : value < goodUnder ? 1 : 2;

export function judgeResponseTime(milliseconds: number): Judgement {
  const level = levelOf(milliseconds, 100, 300);
  return { level, label: RESPONSE_TIME_LABELS[level] };
}

export function judgeErrorRate(percent: number): Judgement {
  const level = levelOf(percent, 1, 5);
  return { level, label: ERROR_RATE_LABELS[level] };
}
