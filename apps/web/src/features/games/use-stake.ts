import { format } from '@karat/money';
import { useFormState } from '../../lib/form-state.ts';
import { formatNumber } from '../../lib/format.ts';
import { invalidate, useAction } from '../../lib/query.ts';
import { useLocale, useText } from '../../lib/text.ts';
import { toast } from '../../lib/toast.ts';
import { useProblemText } from '../../ui/amount/index.ts';
import type { Round, RoundOption } from './round.ts';
import { maxStake, stakeFigures, stakeProblem } from './stake.ts';
import type { StakeProblem } from './stake.ts';
import { gamesText } from './text.ts';
import { AFTER_STAKE } from './use-rounds.ts';

function useTextOf(unit: string): (problem: StakeProblem) => string | null {
  const t = useText(gamesText);
  const locale = useLocale();
  const problemText = useProblemText(unit);
  const shown = (value: string): string => formatNumber(value, { kind: 'full' }, locale);
  return (problem) => {
    switch (problem.type) {
      case 'between':
        return t('between', { min: shown(problem.min), max: shown(problem.max), unit });
      case 'user_max':
        return t('user_max', { left: shown(problem.left), unit });
      default:
        return problemText(problem);
    }
  };
}

/** Refusals that belong to the amount. */
const AT_AMOUNT = {
  game_stake_limits: 'amount',
  game_user_max: 'amount',
  insufficient_balance: 'amount',
  amount_too_precise: 'amount',
  option_daily_stake: 'amount',
  option_daily_loss: 'amount',
} as const;

/** The form of a stake on an option. `available` is null until it is known. */
export function useStake(round: Round, option: RoundOption, available: string | null, onDone: () => void) {
  const t = useText(gamesText);
  const textOf = useTextOf(round.currency_name);
  const { form, check, at, action, error } = useFormState({ amount: '' }, AT_AMOUNT);
  const entering = useAction('game/enter', {
    ...action,
    invalidates: AFTER_STAKE,
    onDone: () => {
      toast(t('entered'), 'good');
      onDone();
    },
    onRefused: (refusal) => {
      // The round may have closed, or the balance may have changed meanwhile.
      void invalidate(...AFTER_STAKE);
      action.onRefused(refusal);
    },
  });
  const problem = stakeProblem(form.amount, round, available);
  const field = at('amount');
  return {
    value: field.value,
    onValue: field.onValue,
    // A limit is said while typing, a missing amount only after the attempt.
    error:
      problem !== null && form.amount !== '' && problem.type !== 'enter_amount'
        ? textOf(problem)
        : field.errorFor(problem && textOf(problem)),
    figures: stakeFigures(form.amount, round, option, available),
    max: format(maxStake(round, available)),
    refusal: error,
    isPending: entering.isPending,
    submit: (): void => {
      check();
      if (problem === null)
        entering.mutate({ id: round.id, option: option.no, amount: form.amount, hash: round.hash });
    },
  };
}
