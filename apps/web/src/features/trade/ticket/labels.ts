import type { OrderType } from '@karat/contract';
import type { Translate } from '../../../lib/text.ts';
import type en from '../locales/en.ts';
import type { FieldProblem } from './problems.ts';

export type TradeWords = Translate<typeof en>;

export const ORDER_TYPES: readonly OrderType[] = ['limit', 'market', 'stop_limit', 'stop_market', 'oco'];

/** Text of a validation error. `format` formats numbers; `names` are the currencies of the market. */
export function problemText(
  problem: FieldProblem,
  t: TradeWords,
  format: (value: string) => string,
  names: { readonly base: string; readonly quote: string },
): string {
  switch (problem.type) {
    case 'halted':
      return t('halted_note');
    case 'cancel_only':
      return t('cancel_only_note');
    case 'closed_now':
    case 'no_liquidity':
    case 'would_take':
      return t(problem.type);
    case 'enter':
      return t(
        problem.field === 'price'
          ? 'enter_price'
          : problem.field === 'stop'
            ? 'enter_trigger'
            : 'enter_amount',
      );
    case 'step':
      return t(problem.field === 'amount' ? 'amount_step' : 'price_step', { step: format(problem.step) });
    case 'stop_above':
    case 'stop_below':
    case 'limit_above':
    case 'limit_below':
      return t(problem.type, { price: format(problem.price) });
    case 'below_min':
      return t('least', { least: format(problem.min), currency: names.quote });
  }
}
