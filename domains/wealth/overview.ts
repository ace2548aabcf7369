import { INVESTED_KINDS } from '@karat/contract';
import type { Contract, CurrencyAmount, CurrencyId, Reply, UserId, WealthKind } from '@karat/contract';
import type { Ledger } from '@karat/domains/ledger';
import { ZERO, format, mulDown, plus, sum } from '@karat/money';
import type { Amount, Price } from '@karat/money';
import type { Context } from '@karat/platform/context';
import { DAY_MS } from '@karat/rules';
import type { WealthReport, WealthSource } from './source.ts';

type Overview = Reply<Contract['wealth']['finance/overview']>;

export interface WealthDeps {
  readonly ctx: Context;
  readonly ledger: Pick<Ledger, 'currencies'>;
  /** The index price of a currency in USDT; undefined without one. */
  readonly priceOf: (currency: CurrencyId) => Price | undefined;
  readonly sources: readonly WealthSource[];
}

/** Positions in the overview. */
const SHOWN = 5;

const invested = new Set<WealthKind>(INVESTED_KINDS);

/** Value of amounts in USDT, each rounded down; a currency without a price adds nothing. */
function valueOf({ priceOf }: Pick<WealthDeps, 'priceOf'>, amounts: readonly CurrencyAmount[]): Amount {
  return sum(
    amounts.map(({ currency, amount }) => {
      const price = priceOf(currency);
      return price === undefined ? ZERO : mulDown(amount, price);
    }),
  );
}

interface SourceReport {
  readonly kind: WealthKind;
  readonly report: WealthReport;
}

/** Positions of all products, the soonest events first. */
function positionsOf(
  reports: readonly SourceReport[],
  codeOf: (currency: CurrencyId) => string,
): Overview['positions'] {
  return reports
    .flatMap(({ kind, report }) => report.positions.map((position) => ({ kind, position })))
    .toSorted((a, b) => (a.position.nextMs ?? Infinity) - (b.position.nextMs ?? Infinity))
    .slice(0, SHOWN)
    .map(({ kind, position }) => ({
      kind,
      id: position.id,
      name: codeOf(position.assetId ?? position.currency),
      amount: format(position.amount),
      currency_name: codeOf(position.currency),
      next_ms: position.nextMs ?? null,
      next_amount: position.nextAmount === undefined ? null : format(position.nextAmount),
    }));
}

/** What a user has in all products, at the index prices of now. */
export async function overviewOf(deps: WealthDeps, user: UserId): Promise<Overview> {
  const { ctx, ledger, sources } = deps;
  const to = Math.floor(ctx.clock.now() / DAY_MS) * DAY_MS;
  const reports: SourceReport[] = [];
  for (const source of sources)
    reports.push({
      kind: source.kind,
      report: await source.read(ctx.db, user, { from: to - DAY_MS, to }),
    });
  const codes = new Map((await ledger.currencies(ctx.db)).map(({ id, code }) => [id, code]));
  const products = reports.map(({ kind, report }) => ({
    kind,
    count: report.count,
    value: valueOf(deps, report.amounts),
  }));
  const earned = reports.flatMap(({ report }) => report.earned);
  const worth = (of: 'yesterday' | 'total'): string =>
    format(
      valueOf(
        deps,
        earned.map((one) => ({ currency: one.currency, amount: one[of] })),
      ),
    );
  const value = products
    .filter(({ kind }) => invested.has(kind))
    .reduce((total, product) => plus(total, product.value), ZERO);
  return {
    value: format(value),
    yesterday: worth('yesterday'),
    total: worth('total'),
    products: products.map((product) => ({ ...product, value: format(product.value) })),
    positions: positionsOf(reports, (currency) => codes.get(currency) ?? String(currency)),
  };
}
