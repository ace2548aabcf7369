import type { JournalKind } from '@karat/contract';
import type { Catalogue } from '@karat/i18n';
import { moneyNames } from './kind-names/money.ts';
import { productNames } from './kind-names/products.ts';
import { tradingNames } from './kind-names/trading.ts';

/** Names of movement kinds in bills. */
export const kindNames: Catalogue<JournalKind> = { ...moneyNames, ...tradingNames, ...productNames };
