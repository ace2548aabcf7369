import type { AllReplies, SentTo } from '../../lib/calls.ts';
import { useCursorPages } from '../../lib/cursor-pages.ts';
import { NO_FILTER, sentFilter } from './bills.ts';

/** An event of the history. */
export type Activity = AllReplies['wallet/activity']['data'][number];
export type Leg = Activity['legs'][number];
export type Fee = Activity['fees'][number];

export const GROUPS = [
  'trades',
  'deposits',
  'withdrawals',
  'transfers',
  'earn',
  'fees',
  'rewards',
  'loans',
  'nft',
  'games',
] as const satisfies readonly Activity['group'][];

/** Filters of the history; empty means all. */
export interface ActivityFilter {
  readonly group: Activity['group'] | '';
  readonly search: string;
  readonly currency: string;
  /** `yyyy-mm-dd`, days in the user's time zone. */
  readonly from: string;
  readonly to: string;
}

export const ALL_ACTIVITY: ActivityFilter = { group: '', search: '', currency: '', from: '', to: '' };

/** Returns the fields of the call; the last day is included in full. */
export function sentActivity({ group, search, ...rest }: ActivityFilter): SentTo<'wallet/activity'> {
  const { currency, from, to } = sentFilter({ ...NO_FILTER, ...rest });
  return {
    ...(group === '' ? {} : { group }),
    ...(search.trim() === '' ? {} : { search: search.trim() }),
    ...(currency === undefined ? {} : { currency }),
    ...(from === undefined ? {} : { from }),
    ...(to === undefined ? {} : { to }),
  };
}

export const useActivity = (filter: ActivityFilter) =>
  useCursorPages('wallet/activity', sentActivity(filter));

/** Title of an event: a text with its values, or the name that the server gives its kind. */
export type ActivityTitle =
  | { readonly key: 'bought' | 'sold'; readonly coin: string }
  | { readonly key: 'converted_pair'; readonly from: string; readonly to: string }
  | { readonly key: 'info' };

/** Names a trade by its coin where the other side is USDT, and the payment for an NFT as a purchase. */
export function titleOf({ kind, legs }: Pick<Activity, 'kind' | 'legs'>): ActivityTitle {
  const [paid, received] = legs;
  if (kind === 'nft:sale' && paid?.amount.startsWith('-')) return { key: 'bought', coin: 'NFT' };
  if ((kind !== 'spot:trade' && kind !== 'convert') || legs.length !== 2 || !paid || !received)
    return { key: 'info' };
  if (kind === 'convert')
    return { key: 'converted_pair', from: paid.currency_name, to: received.currency_name };
  if (paid.currency_name === 'USDT') return { key: 'bought', coin: received.currency_name };
  if (received.currency_name === 'USDT') return { key: 'sold', coin: paid.currency_name };
  return { key: 'converted_pair', from: paid.currency_name, to: received.currency_name };
}

/** Whether an event moves one amount between two own accounts. */
export const isOwnTransfer = ({ legs }: Pick<Activity, 'legs'>): boolean =>
  legs.length === 2 && legs[0]?.currency === legs[1]?.currency && legs[0]?.account !== legs[1]?.account;

/** The same local day, `yyyy-mm-dd`. */
const dayOf = (ms: number): string => new Date(ms).toLocaleDateString('en-CA');

/** Events by local day, in their order. */
export function byDay(events: readonly Activity[]): readonly (readonly [Activity, ...Activity[]])[] {
  const days: [Activity, ...Activity[]][] = [];
  for (const event of events) {
    const last = days.at(-1);
    if (last && dayOf(last[0].created_ms) === dayOf(event.created_ms)) last.push(event);
    else days.push([event]);
  }
  return days;
}
