import { STOPS_BY } from '../settings.ts';
import type { StopsBy } from '../settings.ts';
import type { TicketTexts } from './problem-text.ts';

/** Decimals of a percentage as typed. */
export const PERCENT_DECIMALS = 2;

/** The choice of what take-profit and stop-loss are given by. */
export const stopsByItems = ({
  t,
  trade,
}: TicketTexts): { readonly id: StopsBy; readonly label: string }[] => {
  const labels = { price: trade('limit_price'), return: t('by_return'), change: t('by_change') };
  return STOPS_BY.map((id) => ({ id, label: labels[id] }));
};
