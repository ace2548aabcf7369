import type { Contract, UserId } from '@karat/contract';
import type { Tx } from '@karat/platform/db';
import type { Handlers } from '@karat/platform/http';
import type { WalletDeps } from './deps.ts';
import { createFiatRates } from './fiat-rates.ts';
import type { FiatRates } from './fiat-rates.ts';
export { SIMULATED_RATES } from './fiat-rates.ts';
import { grantDemoFunds, seedHouse } from './funds.ts';
import { walletHandlers } from './http.ts';

export type { FiatRateSource, Person, PricePort, SendingPorts, WalletDeps } from './deps.ts';
export { DEFAULT_CONVERSION_FEE } from './deps.ts';
export { importRows, koinlyRows, rowOf } from './import-rows.ts';
export type { ImportRow } from './import-rows.ts';
export { kindNames } from './kind-names.ts';
export { conversionFeesOf } from './store.ts';
export { valuation } from './valuation.ts';
export { kindName } from './views.ts';
export { walletMessages } from './messages.ts';
export { walletNotices } from './notices.ts';

export interface Wallet {
  readonly handlers: Handlers<Contract['wallet']>;
  /** Rates of fiat currencies; the composition calls `refresh` from a timer. */
  readonly rates: FiatRates;
  /** Gives a new account its demo money, once, from the promotion account. Demo mode only. */
  grantDemoFunds(tx: Tx, userId: UserId): Promise<void>;
  /** Funds the accounts of the exchange, once; before any grant. Demo mode only. */
  seedHouse(tx: Tx): Promise<void>;
}

export function createWallet(deps: WalletDeps): Wallet {
  const rates = createFiatRates(deps);
  return {
    rates,
    handlers: walletHandlers(deps, rates),
    grantDemoFunds: (tx, userId) => grantDemoFunds(deps, tx, userId),
    seedHouse: (tx) => seedHouse(deps, tx),
  };
}
