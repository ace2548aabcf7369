import type { Translate } from '../../../lib/text.ts';
import type en from './locales/en.ts';
import type { TradeWords } from '../ticket/labels.ts';
import type { Problem } from './ticket-problems.ts';

/** Texts of the product, and those that all tickets share. */
export interface TicketTexts {
  readonly t: Translate<typeof en>;
  readonly trade: TradeWords;
}

/** Text of a problem; `format` formats numbers. */
export function problemText(
  problem: Problem,
  { t, trade }: TicketTexts,
  format: (value: string) => string,
): string {
  switch (problem.type) {
    case 'no_price':
    case 'insufficient':
    case 'closes_at_once':
      return t(problem.type);
    case 'enter':
      return trade(problem.field === 'size' ? 'enter_amount' : 'enter_price');
    case 'step':
      return trade('price_step', { step: format(problem.step) });
    case 'below_lot':
    case 'above_max':
      return t(problem.type, { lots: format(problem.lots) });
    case 'above':
    case 'below':
      return t(`stop_${problem.type}_${problem.side}`, { price: format(problem.price) });
    case 'percent_max':
      return t('stop_percent_max', { percent: format(String(problem.percent)) });
    case 'both_sides':
      return t('stop_both_sides', { price: format(problem.price) });
  }
}
