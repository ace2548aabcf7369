import type en from './en.ts';

export default {
  enter_amount: 'Introduce un importe',
  not_enough: 'Saldo insuficiente',
  too_precise: 'Como máximo {decimals|one:# decimal|other:# decimales}',
  below_min: 'Como mínimo {amount}',
  above_max: 'Como máximo {amount}',
} satisfies Record<keyof typeof en, string>;
