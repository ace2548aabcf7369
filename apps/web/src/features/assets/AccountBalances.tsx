import { ACCOUNT_TYPES } from '@karat/contract';
import { amount, format, plus } from '@karat/money';
import { percentOfCost, profitAtPrice } from '@karat/rules';
import { ChevronDown, ChevronRight, Coins } from 'lucide-react';
import { useState } from 'react';
import type { AllReplies } from '../../lib/calls.ts';
import { go } from '../../lib/navigation.ts';
import { useGet } from '../../lib/query.ts';
import { useText } from '../../lib/text.ts';
import { Button, CoinIcon, cx, Empty, Link, Num, Tabs, List } from '../../ui/index.ts';
import { ACCOUNTS, balancesOf, byWorth, isSmall, worthOf } from './balances.ts';
import type { Account, Balance } from './balances.ts';
import { HeldBy } from './HeldBy.tsx';
import { assetsText } from './text.ts';

const DOTS = '••••';

type Basis = AllReplies['portfolio/assets']['data'][number];

/** Amount first, value second; cost and profit of the coin over all accounts. */
function Row({
  account,
  balance,
  basis,
  hidden,
}: {
  readonly account: Account;
  readonly basis: Basis | undefined;
  readonly balance: Balance;
  readonly hidden: boolean;
}) {
  const t = useText(assetsText);
  const total = plus(balance.available, balance.held);
  // At the price of the value above it: the reply with the cost is from another moment.
  const [owned, cost] = [amount(basis?.quantity ?? '0'), amount(basis?.cost ?? '0')];
  const profit = basis && balance.price && profitAtPrice(owned, cost, balance.price);
  const percent = profit === undefined ? undefined : percentOfCost(profit, cost);
  return (
    <Link
      to="/pages/fund/assets_record"
      search={{ currency: balance.currency, type: ACCOUNT_TYPES[account] }}
      className="flex min-h-16 items-center gap-3 py-2 active:bg-raised"
    >
      <CoinIcon name={balance.name} />
      {/* Where letters are large the amounts move below the name. */}
      <span className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3">
        <span className="min-w-0 flex-1 basis-24">
          <span className="block text-lg font-semibold">{balance.name}</span>
          {basis !== undefined && basis.average_cost !== null && (
            <span className="block text-xs text-muted">
              {t('avg_cost')} {hidden ? DOTS : <Num value={basis.average_cost} form="price" />}
            </span>
          )}
        </span>
        <span className="ms-auto text-end">
          <span className={cx('block text-base font-semibold', total === 0n && 'text-muted')}>
            {hidden ? DOTS : <Num value={format(balance.shown)} />}
          </span>
          <span className="block text-xs text-muted">
            {hidden ? DOTS : <Num value={format(balance.worth)} form="fixed" decimals={2} unit="USDT" />}
          </span>
          {profit !== undefined && (
            <span className="block text-xs">
              {hidden ? DOTS : <Num value={format(profit)} form="result" decimals={2} signed intent="auto" />}{' '}
              {percent !== undefined && <Num value={format(percent)} form="percent" signed intent="auto" />}
            </span>
          )}
        </span>
      </span>
      <ChevronRight className="size-4 shrink-0 text-muted" aria-hidden="true" />
    </Link>
  );
}

/** The held part of a balance; unfolds into what holds it. */
function Held({
  account,
  balance,
  hidden,
}: {
  readonly account: Account;
  readonly balance: Balance;
  readonly hidden: boolean;
}) {
  const t = useText(assetsText);
  const [open, setOpen] = useState(false);
  return (
    // Below the name of its coin.
    <div className="-mt-3 ps-12">
      <button
        type="button"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
        className="flex min-h-11 items-center gap-1 text-xs text-muted"
      >
        <span>
          {t('held')} {hidden ? DOTS : <Num value={format(balance.held)} />}
        </span>
        <ChevronDown className={cx('size-3.5 shrink-0', open && 'rotate-180')} aria-hidden="true" />
      </button>
      {open && <HeldBy account={account} currency={balance.currency} hidden={hidden} />}
    </div>
  );
}

/** Cost and profit of the coins of the exchange account, which are those of all accounts; a stable coin has none. */
function useBasis(account: Account): (currency: number) => Basis | undefined {
  const assets = useGet('portfolio/assets', {}).data?.data;
  return (currency) =>
    account === 'change'
      ? assets?.find(
          (one) => one.currency_id === currency && one.quantity !== '0' && one.currency_name !== 'USDT',
        )
      : undefined;
}

/** The balances of the selected account. */
export function AccountBalances({
  wallets,
  hidden,
}: {
  readonly wallets: AllReplies['wallet/list'];
  readonly hidden: boolean;
}) {
  const t = useText(assetsText);
  const [account, setAccount] = useState<Account>('change');
  const [hideSmall, setHideSmall] = useState(false);
  const basisOf = useBasis(account);
  const all = balancesOf(wallets, account);
  const some = all.filter((balance) => balance.available + balance.held > 0n);
  const shown = byWorth(
    hideSmall ? some.filter((balance) => !isSmall(balance)) : account === 'change' ? all : some,
  );
  return (
    <section aria-label={t('accounts')} className="rounded-lg bg-surface px-4 pb-2">
      <Tabs
        label={t('accounts')}
        items={ACCOUNTS.map((id) => ({ id, label: t(id) }))}
        value={account}
        onChange={setAccount}
      />
      <div className="flex min-h-11 flex-wrap items-center gap-x-3 border-b border-line text-sm text-muted">
        <span className="flex-1">
          {hidden ? DOTS : <Num value={worthOf(wallets, account)} form="fixed" decimals={2} unit="USDT" />}
        </span>
        <button
          type="button"
          aria-pressed={hideSmall}
          onClick={() => setHideSmall(!hideSmall)}
          className={cx('ms-auto min-h-11 rounded-full px-3', hideSmall && 'text-gold-ink')}
        >
          {hideSmall ? '✓ ' : ''}
          {t('hide_small')}
        </button>
      </div>
      {shown.length > 0 ? (
        <List>
          {shown.map((balance) => (
            <li key={balance.currency}>
              <Row account={account} balance={balance} basis={basisOf(balance.currency)} hidden={hidden} />
              {balance.held > 0n && <Held account={account} balance={balance} hidden={hidden} />}
            </li>
          ))}
        </List>
      ) : some.length > 0 ? (
        <Empty
          icon={<Coins />}
          text={t('only_small')}
          action={<Button onClick={() => setHideSmall(false)}>{t('show_small')}</Button>}
        />
      ) : (
        <Empty
          icon={<Coins />}
          text={t('no_balances')}
          action={
            <Button onClick={() => go.push('/pages/fund/transfer', { to: account })}>{t('transfer')}</Button>
          }
        />
      )}
    </section>
  );
}
