import { UNIT, amount, format, plus, ZERO } from '@karat/money';
import type { Amount } from '@karat/money';
import type { AllReplies } from '../../../lib/calls.ts';
import { useGet, usePost } from '../../../lib/query.ts';
import { useText } from '../../../lib/text.ts';
import { Figure, Num, Skeleton } from '../../../ui/index.ts';
import type { Totals } from './offer.ts';
import { earnText } from './text.ts';

type Wallets = AllReplies['wallet/list'];

/** Value of a figure of all totals in USDT, at the index prices of the assets screen. */
function valueOf(totals: readonly Totals[], wallets: Wallets, of: (row: Totals) => string): string {
  const prices = new Map(
    wallets.change_wallet.balance.map(({ currency, usdt_price }) => [currency, amount(usdt_price)]),
  );
  const sum = totals
    .map((row): Amount => amount((amount(of(row)) * (prices.get(row.currency_id) ?? 0n)) / UNIT))
    .reduce((a, b) => plus(a, b), ZERO);
  return format(sum);
}

/** What earns now, what yesterday brought and what all of it has brought, in USDT. */
export function EarnTotals() {
  const t = useText(earnText);
  const totals = useGet('lh/deposit/totals', {});
  const wallets = usePost('wallet/list', {});
  const shown = (of: (row: Totals) => string) =>
    totals.data && wallets.data ? valueOf(totals.data, wallets.data, of) : undefined;
  const principal = shown(({ principal: text }) => text);
  if (totals.isPending || wallets.isPending) return <Skeleton className="h-32 rounded-lg" />;
  return (
    <section className="rounded-lg bg-gold p-5 text-on-gold" aria-label={t('total_earning')}>
      <h2 className="text-sm">{t('total_earning')}</h2>
      <p className="mt-1 text-2xl font-semibold">
        {principal === undefined ? '–' : <Num value={principal} form="fixed" unit="USDT" />}
      </p>
      <dl className="mt-3 grid grid-cols-2 gap-4 text-lg font-medium [&_dt]:text-on-gold">
        <Figure name={t('yesterday')}>
          <Num value={shown(({ yesterday }) => yesterday)} form="result" decimals={4} signed unit="USDT" />
        </Figure>
        <Figure name={t('total_yield')}>
          <Num value={shown(({ total }) => total)} form="result" decimals={4} signed unit="USDT" />
        </Figure>
      </dl>
    </section>
  );
}
