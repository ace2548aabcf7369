// The trading calendar is part of the evidence: whoever computes a day of prices again needs it too.
export {
  isStockSession,
  lastTradingMoment,
  newYorkOffsetHours,
  nextSession,
  sessionAround,
  sessionMs,
  sessionOfDate,
} from '@karat/evidence';
export type { Session } from '@karat/evidence';
