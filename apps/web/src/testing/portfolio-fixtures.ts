import type { AllReplies } from '../lib/calls.ts';

/** A portfolio that is counted to its end. */
export const progress = { complete: true, counted_ms: 1, counted: 3 };

/** Every figure differs from the others. */
export const ASSET: AllReplies['portfolio/asset'] = {
  ...progress,
  currency_id: 1,
  currency_name: 'BTC',
  title: 'Bitcoin',
  kind: 'coin',
  logo: '',
  decimals: 8,
  quantity: '2',
  held: '0.5',
  owed: '0',
  average_cost: '40000',
  cost: '80000',
  price: '50000',
  value: '100000',
  change_24h: '1',
  unrealised: '20000',
  unrealised_percent: '25',
  realised: '-300',
  income: '4',
  fees: '5',
  estimated_quantity: '0',
};
