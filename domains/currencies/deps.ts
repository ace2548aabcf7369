import type { Ledger } from '@karat/domains/ledger';
import type { MarketData } from '@karat/domains/market';
import type { Context } from '@karat/platform/context';
import type { Files } from '@karat/platform/files';

export interface CurrenciesDeps {
  readonly ctx: Context;
  readonly ledger: Ledger;
  readonly market: Pick<
    MarketData,
    'instruments' | 'listMarket' | 'prices' | 'index' | 'changeOrigin' | 'outside'
  >;
  readonly files: Pick<Files, 'owned'>;
}
