import { Num } from '../../ui/index.ts';
import type { Leg } from './activity.ts';

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
