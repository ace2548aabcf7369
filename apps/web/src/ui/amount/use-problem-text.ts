import type { AmountProblem } from '../../lib/amount-problem.ts';
import { formatNumber } from '../../lib/format.ts';
import { useLocale, useText } from '../../lib/text.ts';
import { amountText } from './text.ts';

/** Returns the text of a problem with an amount in a unit; null for none. */
export function useProblemText(unit: string): (problem: AmountProblem | null) => string | null {
  const t = useText(amountText);
  const locale = useLocale();
  return (problem) => {
    switch (problem?.type) {
      case undefined:
        return null;
      case 'enter_amount':
      case 'not_enough':
        return t(problem.type);
      case 'too_precise':
        return t('too_precise', { decimals: problem.decimals });
      case 'below_min':
      case 'above_max':
        return t(problem.type, {
          amount: `${formatNumber(problem.limit, { kind: 'full' }, locale)} ${unit}`,
        });
    }
  };
}
