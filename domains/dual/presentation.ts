import { refuse } from '@karat/contract';
import { change, fact, momentText } from '@karat/domains/operators';
import type { Payload, Present } from '@karat/domains/operators';
import { format } from '@karat/money';
import type { Rate } from '@karat/money';
import { symbolOf } from './deps.ts';
import type { DualDeps } from './deps.ts';
import { findProduct } from './product-store.ts';
import type { NewProduct, ProductTerms } from './product-store.ts';
import { hongKongDate, percentOf } from './rules.ts';
import { findSettlement } from './settlement-store.ts';
import type { SettlementKey } from './types.ts';

const percent = (value: Rate): string => `${format(percentOf(value))} %`;
const onSale = (enabled: boolean): string => (enabled ? 'yes' : 'no');

type MarketDeps = Pick<DualDeps, 'market'>;

/** A new product with all its terms. */
export const presentProduct =
  (deps: MarketDeps, read: (payload: Payload) => NewProduct): Present =>
  (_, payload) => {
    const product = read(payload);
    const added = (label: string, value: string) => change(label, null, value);
    return Promise.resolve({
      title: 'Add a dual investment product',
      subject: `${symbolOf(deps, product.marketId)} ${product.type} ${format(product.strike)} ${hongKongDate(product.maturityMs)}`,
      changes: [
        added('Market', symbolOf(deps, product.marketId)),
        added(
          'Direction',
          product.type === 'call' ? 'call, paid in the coin' : 'put, paid in the quote currency',
        ),
        added('Strike', format(product.strike)),
        added('APR', percent(product.apr)),
        added('Share price', format(product.sharePrice)),
        added('Shares', String(product.totalShares)),
        added('Shares per user', String(product.userMaxShares)),
        added('Sale starts', momentText(product.saleStartMs)),
        added('Sale ends', momentText(product.saleEndMs)),
        added('Maturity', `${hongKongDate(product.maturityMs)} 16:00 Hong Kong`),
      ],
    });
  };

/** Terms of a product before and after. */
export const presentTerms =
  (deps: MarketDeps, read: (payload: Payload) => ProductTerms & { readonly id: number }): Present =>
  async (db, payload) => {
    const after = read(payload);
    const before = (await findProduct(db, after.id)) ?? refuse('dual_product_unknown');
    return {
      title: 'Change terms of a dual investment product',
      subject: `${before.id}: ${symbolOf(deps, before.marketId)} ${before.type} ${format(before.strike)} ${hongKongDate(before.maturityMs)}`,
      changes: [
        change('APR', percent(before.apr), percent(after.apr)),
        change('Shares', String(before.totalShares), String(after.totalShares)),
        change('Shares per user', String(before.userMaxShares), String(after.userMaxShares)),
        change('Sale ends', momentText(before.saleEndMs), momentText(after.saleEndMs)),
        change('For sale', onSale(before.enabled), onSale(after.enabled)),
        fact('Shares sold', String(before.soldShares)),
      ],
    };
  };

interface Decision extends SettlementKey {
  readonly price: string | undefined;
  readonly document: string | undefined;
}

/** The price of a settlement with too few ticks, or none where it is void. */
export const presentDecision =
  (deps: MarketDeps, read: (payload: Payload) => Decision): Present =>
  async (db, payload) => {
    const { price, document, ...key } = read(payload);
    const settlement = (await findSettlement(db, key)) ?? refuse('dual_settlement_unknown');
    const ticks = fact('Index ticks', String(settlement.window?.count ?? 0));
    return {
      title:
        price === undefined
          ? 'Void a dual currency maturity'
          : 'Settle a dual currency maturity by a documented price',
      subject: `${symbolOf(deps, key.marketId)} ${hongKongDate(key.maturityMs)}`,
      changes:
        price === undefined || document === undefined
          ? [change('Orders', 'settling', 'void, every principal returns'), ticks]
          : [change('Settlement price', null, price), change('Document', null, document), ticks],
    };
  };
