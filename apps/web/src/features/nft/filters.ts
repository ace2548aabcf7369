import type { NftRarity, NftSort } from '@karat/contract';
import { create } from 'zustand';
import type { SentTo } from '../../lib/calls.ts';

/** Listed here, because the schemas of the contract stay out of the bundle. */
export const RARITIES = ['N', 'R', 'SR'] as const satisfies readonly NftRarity[];
export const SORTS = [
  'newest',
  'price_up',
  'price_down',
  'ending',
  'likes',
] as const satisfies readonly NftSort[];

/** Filters of a list of works; empty text is no filter. */
export interface Filters {
  readonly type: '' | '1' | '2' | '3' | '4';
  readonly payType: '' | '1' | '2' | '3';
  readonly status: '' | '0' | '1' | '2';
  readonly rarity: '' | NftRarity;
  readonly currency: string;
  readonly priceMin: string;
  readonly priceMax: string;
  readonly sort: NftSort;
}

export const NO_FILTERS: Filters = {
  type: '',
  payType: '',
  status: '',
  rarity: '',
  currency: '',
  priceMin: '',
  priceMax: '',
  sort: 'newest',
};

type Input = Omit<SentTo<'bind_box/getBoxList'>, 'page'>;

/** Returns the filters as the call takes them. A price needs its currency, so it counts only with one. */
export function inputOf(filters: Filters): Input {
  const { type, payType, status, rarity, currency, priceMin, priceMax, sort } = filters;
  return {
    sort,
    ...(type === '' ? {} : { type }),
    ...(payType === '' ? {} : { pay_type: payType }),
    ...(status === '' ? {} : { status }),
    ...(rarity === '' ? {} : { rarity }),
    ...(currency === '' ? {} : { currency_id: Number(currency) }),
    ...(currency === '' || priceMin === '' ? {} : { price_min: priceMin }),
    ...(currency === '' || priceMax === '' ? {} : { price_max: priceMax }),
  };
}

/** Number of filters in the sheet that are set; the way of sale and the order have buttons of their own. */
export const countOf = ({ type, status, rarity, currency }: Filters): number =>
  [type, status, rarity, currency].filter((value) => value !== '').length;

/** Filters of each list during the visit, so that going back shows the same works. */
const useStore = create<Readonly<Record<string, Filters>>>(() => ({}));

export function useFilters(list: string): readonly [Filters, (change: Partial<Filters>) => void] {
  const filters = useStore((lists) => lists[list]) ?? NO_FILTERS;
  return [filters, (change) => useStore.setState({ [list]: { ...filters, ...change } })];
}
