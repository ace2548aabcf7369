import type en from './en.ts';

export default {
  enter_amount: 'Saisissez un montant',
  not_enough: 'Solde insuffisant',
  too_precise: '{decimals|one:# décimale au plus|other:# décimales au plus}',
  below_min: 'Au moins {amount}',
  above_max: 'Au plus {amount}',
} satisfies Record<keyof typeof en, string>;
