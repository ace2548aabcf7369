import { Coins } from 'lucide-react';
import { go } from '../../lib/navigation.ts';
import { useIdParam } from '../../lib/params.ts';
import { usePost } from '../../lib/query.ts';
import { useText } from '../../lib/text.ts';
import { useMarkets } from '../../lib/markets.ts';
import { Button, cx, Empty, Figure, Go, LoadedPages, Num, Page, Skeleton } from '../../ui/index.ts';
import { ACCOUNT_TYPES, accountOfType } from './balances.ts';
import type { Account } from './balances.ts';
import { NO_FILTER, useBills } from './bills.ts';
import { Entries } from './Entries.tsx';
import { assetsText } from './text.ts';

/** What one can do with the balance. */
const ACT =
  'inline-flex min-h-11 flex-1 basis-32 items-center justify-center rounded-md px-2 py-1 text-center font-semibold';

/** One balance, by `?currency=` and `?type=`. */
export default function RecordScreen() {
  const t = useText(assetsText);
  const currency = useIdParam('currency');
  const account = accountOfType(useIdParam('type') ?? 0);
  if (currency !== undefined && account !== undefined) return <One currency={currency} account={account} />;
  return (
    <Page title={t('records')} back="/pages/fund/assets">
      <Empty
        icon={<Coins />}
        text={t('choose_currency')}
        action={<Button onClick={() => go.replace('/pages/fund/assets')}>{t('assets')}</Button>}
      />
    </Page>
  );
}

/** What is there, what to do with it, and how it came about. */
function One({ currency, account }: { readonly currency: number; readonly account: Account }) {
  const t = useText(assetsText);
  const detail = usePost('wallet/detail', { currency, type: account });
  const bills = useBills({ ...NO_FILTER, type: String(ACCOUNT_TYPES[account]), currency: String(currency) });
  const market = useMarkets().data?.find((one) => one.currency_id === currency);
  const name = detail.data?.currency_name ?? '';
  return (
    <Page title={name === '' ? t('records') : `${name} · ${t(account)}`} back="/pages/fund/assets">
      <section className="mb-4 rounded-lg bg-surface p-4">
        {detail.data ? (
          <dl className="flex flex-wrap gap-4 text-xl font-semibold *:grow">
            <Figure name={t('available')}>
              <Num value={detail.data.balance} />
            </Figure>
            <Figure name={t('held')}>
              <Num value={detail.data.lock_balance} />
            </Figure>
          </dl>
        ) : (
          <Skeleton className="h-12" />
        )}
        <div className="mt-4 flex flex-wrap gap-3">
          {detail.data?.is_recharge && account === 'change' && (
            <Go to="/pages/fund/receive" search={{ currency }} className={cx(ACT, 'bg-raised')}>
              {t('deposit')}
            </Go>
          )}
          {detail.data?.is_withdraw && account === 'change' && (
            <Go to="/pages/fund/withdraw" search={{ currency }} className={cx(ACT, 'bg-raised')}>
              {t('withdraw')}
            </Go>
          )}
          <Go to="/pages/fund/transfer" search={{ from: account, currency }} className={cx(ACT, 'bg-raised')}>
            {t('transfer')}
          </Go>
          {market && account === 'change' && (
            <Go
              to="/pages/transaction/index"
              search={{ id: market.id }}
              className={cx(ACT, 'bg-gold text-on-gold')}
            >
              {t('trade', { coin: name })}
            </Go>
          )}
        </div>
      </section>
      <LoadedPages of={bills} empty={<Empty />}>
        {(rows) => <Entries entries={rows} />}
      </LoadedPages>
    </Page>
  );
}
