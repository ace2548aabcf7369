/** Stocks as shares of companies: the trading calendar, dividends and splits. */
import type { Contract } from '@karat/contract';
import type { ApprovalKinds } from '@karat/domains/operators';
import type { Handlers } from '@karat/platform/http';
import type { WorkHandlers } from '@karat/platform/work';
import { applyAction } from './apply.ts';
import type { StocksDeps } from './deps.ts';
import { stocksHandlers } from './http.ts';
import { APPLY, STOCK_ACTION, STOCK_ACTION_CANCEL, cancelPlanned, planAction } from './plan.ts';

export { createActionCalendar } from './calendar.ts';
export type { ActionCalendar } from './calendar.ts';
export type { OrderPort, PositionPort } from './deps.ts';
export { stocksMessages } from './messages.ts';
export { stocksNotices } from './notices.ts';
export type { Terms as ShareTerms } from './rules.ts';

export interface Stocks {
  readonly handlers: Handlers<Contract['stocks']>;
  /** Due work for a worker. */
  readonly work: WorkHandlers;
  /** Actions that two operators approve. */
  readonly approvals: ApprovalKinds;
}

export function createStocks(deps: StocksDeps): Stocks {
  return {
    handlers: stocksHandlers(deps),
    work: { [APPLY]: applyAction(deps) },
    approvals: { [STOCK_ACTION]: planAction(deps), [STOCK_ACTION_CANCEL]: cancelPlanned(deps) },
  };
}
