import { Num } from '../../ui/index.ts';
import type { Fee, Leg } from './activity.ts';

/** Amount of a leg with its sign and coin. */
export const LegAmount = ({ leg, signed = true }: { readonly leg: Leg; readonly signed?: boolean }) => (
  <Num
    value={signed ? leg.amount : leg.amount.replace('-', '')}
    form="coin"
    decimals={leg.decimals}
    signed={signed}
    intent={signed ? 'auto' : 'plain'}
    unit={leg.currency_name}
  />
);

/** A fee as what was paid. */
export const FeeAmount = ({ fee }: { readonly fee: Fee }) => (
  <Num
    value={`-${fee.amount}`}
    form="coin"
    decimals={fee.decimals}
    signed
    intent="auto"
    unit={fee.currency_name}
  />
);
