import type { Translate } from '../../../lib/text.ts';
import { STOPS_BY } from '../settings.ts';
import type { StopsBy } from '../settings.ts';
import type en from './locales/en.ts';

/** Decimals of a percentage as typed. */
export const PERCENT_DECIMALS = 2;

const NAMES = { price: 'limit_price', return: 'by_return', change: 'by_change' } as const;

/** The choice of what take-profit and stop-loss are given by. */
export const stopsByItems = (t: Translate<typeof en>): { readonly id: StopsBy; readonly label: string }[] =>
  STOPS_BY.map((id) => ({ id, label: t(NAMES[id]) }));
