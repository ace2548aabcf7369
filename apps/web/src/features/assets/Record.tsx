import { ACCOUNT_TYPES } from '@karat/contract';
import { Coins } from 'lucide-react';
import { go } from '../../lib/navigation.ts';
import { useIdParam } from '../../lib/params.ts';
import { usePost } from '../../lib/query.ts';
import { useText } from '../../lib/text.ts';
import { useMarkets } from '../../lib/markets.ts';
import {
  Button,
  Empty,
  Figure,
  LinkButton,
  Loaded,
  LoadedPages,
  Num,
  Page,
  Skeleton,
} from '../../ui/index.ts';
import { accountOfType } from './balances.ts';
import type { Account } from './balances.ts';
import { NO_FILTER, useBills } from './bills.ts';
import { Entries } from './Entries.tsx';
import { HeldBy } from './HeldBy.tsx';
import { assetsText } from './text.ts';

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

/** Balance, actions and history. */
function One({ currency, account }: { readonly currency: number; readonly account: Account }) {
  const t = useText(assetsText);
  const detail = usePost('wallet/detail', { currency, type: account });
  const bills = useBills({ ...NO_FILTER, type: String(ACCOUNT_TYPES[account]), currency: String(currency) });
  const market = useMarkets().data?.find((one) => one.currency_id === currency);
  const name = detail.data?.currency_name ?? '';
  const isHeld = detail.data !== undefined && detail.data.lock_balance !== '0';
  return (
    <Page title={name === '' ? t('records') : `${name} · ${t(account)}`} back="/pages/fund/assets">
      <section className="mb-4 rounded-lg bg-surface p-4">
        <Loaded query={detail} skeleton={<Skeleton className="h-12" />}>
          {({ balance, lock_balance }) => (
            <dl className="flex flex-wrap gap-4 text-xl font-semibold *:grow">
              <Figure name={t('available')}>
                <Num value={balance} />
              </Figure>
              <Figure name={t('held')}>
                <Num value={lock_balance} />
              </Figure>
            </dl>
          )}
        </Loaded>
        {isHeld && (
          <div className="mt-2">
            <HeldBy account={account} currency={currency} />
          </div>
        )}
        <div className="mt-4 flex flex-wrap gap-3">
          {detail.data?.is_recharge && account === 'change' && (
            <LinkButton
              variant="plain"
              to="/pages/fund/receive"
              search={{ currency }}
              className="flex-1 basis-32"
            >
              {t('deposit')}
            </LinkButton>
          )}
          {detail.data?.is_withdraw && account === 'change' && (
            <LinkButton
              variant="plain"
              to="/pages/fund/withdraw"
              search={{ currency }}
              className="flex-1 basis-32"
            >
              {t('withdraw')}
            </LinkButton>
          )}
          <LinkButton
            variant="plain"
            to="/pages/fund/transfer"
            search={{ from: account, currency }}
            className="flex-1 basis-32"
          >
            {t('transfer')}
          </LinkButton>
          {market && account === 'change' && (
            <LinkButton to="/pages/transaction/index" search={{ id: market.id }} className="flex-1 basis-32">
              {t('trade', { coin: name })}
            </LinkButton>
          )}
        </div>
      </section>
      <LoadedPages query={bills} empty={<Empty next="trade" />}>
        {(rows) => <Entries entries={rows} />}
      </LoadedPages>
    </Page>
  );
}
