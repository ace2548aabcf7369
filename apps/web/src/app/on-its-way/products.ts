import type { Path } from '../../lib/paths.ts';

/** Products with addresses but without screens yet. */
export type Product = 'screen';

/** Alternatives to offer meanwhile. */
export type Meanwhile = 'market' | 'assets' | 'setting';

export const MEANWHILE: Readonly<Record<Meanwhile, Path>> = {
  market: '/pages/market/market',
  assets: '/pages/fund/assets',
  setting: '/pages/setting/setting',
};

export interface Coming {
  readonly product: Product;
  readonly meanwhile: Meanwhile;
}

const coming = (product: Product, meanwhile: Meanwhile): Coming => ({ product, meanwhile });

/** Products by address prefix; the longest prefix wins. */
const BY_PREFIX: Readonly<Record<string, Coming>> = {};

/** Returns the coming product of an address. */
export function comingAt(path: string): Coming {
  const [best] = Object.keys(BY_PREFIX)
    .filter((prefix) => path.startsWith(prefix))
    .toSorted((a, b) => b.length - a.length);
  return (best === undefined ? undefined : BY_PREFIX[best]) ?? coming('screen', 'market');
}
