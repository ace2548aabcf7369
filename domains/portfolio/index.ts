/** Cost basis, profit and loss, statements and tax exports of users, derived from the ledger. */
import { refuse } from '@karat/contract';
import type { Contract } from '@karat/contract';
import type { Handlers } from '@karat/platform/http';

export { portfolioMessages } from './messages.ts';

const notReady = async (): Promise<never> => refuse('unavailable');

/** Answers the calls of the portfolio. */
export const portfolioHandlers = (): Handlers<Contract['portfolio']> => ({
  'portfolio/summary': notReady,
  'portfolio/chart': notReady,
  'portfolio/assets': notReady,
  'portfolio/asset': notReady,
  'portfolio/lots': notReady,
  'portfolio/disposals': notReady,
  'portfolio/estimated': notReady,
  'portfolio/days': notReady,
  'portfolio/years': notReady,
  'portfolio/statements': notReady,
  'portfolio/statement': notReady,
  'portfolio/statement_file': notReady,
  'portfolio/tax_years': notReady,
  'portfolio/tax_summary': notReady,
  'portfolio/tax_export': notReady,
});
