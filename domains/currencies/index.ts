/** Currencies as operators manage them: how they are shown, which uses are stopped, and new ones. */
import type { Contract } from '@karat/contract';
import type { ApprovalKinds, Stoppable } from '@karat/domains/operators';
import type { Handlers } from '@karat/platform/http';
import { CURRENCY_ADD, addKind } from './add.ts';
import { CURRENCY_CHANGE, changeKind } from './change.ts';
import type { CurrenciesDeps } from './deps.ts';
import { EXPLORER_CHANGE, explorerKind } from './explorers.ts';
import { PRICE_SOURCE_CHANGE, priceSourceKind } from './price-source.ts';
import { currenciesHandlers } from './http.ts';
import { currencyStoppable } from './uses.ts';

export { explorerLinks } from './explorers.ts';
export type { ExplorerLink } from './explorers.ts';
export { logoOf, readVersions } from './store.ts';
export type { CurrencyVersion } from './store.ts';
export { stoppedUses, subjectOf } from './uses.ts';
export type { StoppedUses } from './uses.ts';
export type { CurrenciesDeps } from './deps.ts';

export interface Currencies {
  readonly handlers: Handlers<Contract['currencies']>;
  /** Decisions of two operators. */
  readonly approvals: ApprovalKinds;
  /** Uses of a currency, which one operator stops. */
  readonly stoppable: Stoppable;
}

export const createCurrencies = (deps: CurrenciesDeps): Currencies => ({
  handlers: currenciesHandlers(deps),
  approvals: {
    [CURRENCY_CHANGE]: changeKind(deps),
    [CURRENCY_ADD]: addKind(deps),
    [PRICE_SOURCE_CHANGE]: priceSourceKind(deps),
    [EXPLORER_CHANGE]: explorerKind(deps),
  },
  stoppable: currencyStoppable(deps.ledger),
});
