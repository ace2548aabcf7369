/** Cost basis, profit and loss, statements and tax exports of users, derived from the postings of the ledger. */
import type { Contract } from '@karat/contract';
import type { Handlers } from '@karat/platform/http';
import type { Polling } from '@karat/platform/work';
import { PortfolioCounter } from './counter.ts';
import type { PortfolioDeps } from './deps.ts';
import { fileHandlers } from './files-http.ts';
import { figureHandlers } from './http.ts';

export { auditPortfolios } from './audit.ts';
export type { PortfolioDeps, PortfolioPrices } from './deps.ts';
export { portfolioMessages } from './messages.ts';
export { createEventFees, createMovementFees } from './movement-fees.ts';
export { createPortfolioPrices } from './prices.ts';
export { askForUncounted } from './uncounted.ts';

export interface Portfolio {
  readonly handlers: Handlers<Contract['portfolio']>;
  /** Counts what requests left; runs where due work runs. */
  readonly worker: Polling;
}

export function createPortfolio(deps: PortfolioDeps): Portfolio {
  const counter = new PortfolioCounter(deps);
  const context = { ...deps, counter };
  return {
    handlers: { ...figureHandlers(context), ...fileHandlers(context) },
    worker: counter.worker,
  };
}
