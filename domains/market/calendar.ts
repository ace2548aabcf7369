// The trading calendar is part of the evidence: recomputing a day of prices needs it too.
export {
  isStockSession,
  lastTradingMoment,
  nextSession,
  sessionAround,
  sessionMs,
  sessionOfDate,
} from '@karat/evidence';
export type { Session } from '@karat/evidence';
