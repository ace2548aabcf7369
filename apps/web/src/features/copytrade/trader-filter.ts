import { parse } from '@karat/money';
import type { SentTo } from '../../lib/calls.ts';
import type { Days } from './Figures.tsx';

/** Orders of the list. */
export const SORTS = ['roi', 'profit', 'win_rate', 'aum', 'followers', 'risk', 'drawdown'] as const;
export type Sort = (typeof SORTS)[number];

/** Filters as typed; empty for none. */
export interface TraderFilter {
  readonly roiMin: string;
  readonly winRateMin: string;
  readonly aumMin: string;
  /** 1 to 10, or empty. */
  readonly riskMax: string;
  readonly isFree: boolean;
}
export type FilterEntry = Exclude<keyof TraderFilter, 'isFree' | 'riskMax'>;
export const FILTER_ENTRIES: readonly FilterEntry[] = ['roiMin', 'winRateMin', 'aumMin'];
export const NO_FILTER: TraderFilter = { roiMin: '', winRateMin: '', aumMin: '', riskMax: '', isFree: false };

/** Whether the text is not empty and not an amount. */
export const isWrongBound = (text: string): boolean => text.trim() !== '' && parse(text) === undefined;

/** Number of filters that are set. */
export const countFilters = (filter: TraderFilter): number =>
  Object.values(filter).filter((value) => value !== '' && value !== false).length;

/** Returns the fields of the call. */
export const sentFilter = (filter: TraderFilter, days: Days, sort: Sort): SentTo<'follow/traders'> => ({
  days,
  sort,
  roi_min: filter.roiMin,
  win_rate_min: filter.winRateMin,
  // An amount above zero, or none.
  aum_min: parse(filter.aumMin) === 0n ? '' : filter.aumMin,
  risk_max: filter.riskMax,
  free: filter.isFree ? '1' : '',
});
