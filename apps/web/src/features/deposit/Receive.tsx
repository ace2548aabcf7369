import { Copy, History, Unplug } from 'lucide-react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import type { ReplyOf } from '../../lib/calls.ts';
import { copyText } from '../../lib/copy.ts';
import { USDT } from '../../lib/currencies.ts';
import { formatNumber } from '../../lib/format.ts';
import { go } from '../../lib/navigation.ts';
import { useIdParam, useParam } from '../../lib/params.ts';
import { useAction, useGet, usePost } from '../../lib/query.ts';
import { shellText } from '../../lib/shell-text.ts';
import { useLocale, useText } from '../../lib/text.ts';
import { toast } from '../../lib/toast.ts';
import {
  Badge,
  Button,
  Cell,
  CoinIcon,
  Empty,
  LinkCell,
  IconButton,
  Loaded,
  Callout,
  Num,
  Page,
  Rows,
  Skeleton,
  Tabs,
} from '../../ui/index.ts';
import { qrPicture } from '../../ui/picture/qr.ts';
import { Incoming } from './Incoming.tsx';
import type { Coin } from './Select.tsx';
import { depositText } from './text.ts';

type Address = ReplyOf<'deposit/address'>;
type Network = Address['network'];

function Code({ address }: { readonly address: string }) {
  const t = useText(depositText);
  return (
    <span className="overflow-hidden rounded-lg">
      <img className="block size-48" alt={t('qr', { address })} src={qrPicture(address, 2)} />
    </span>
  );
}

/** Says that the network has no node here. */
function NotConnected({ network }: { readonly network: string }) {
  const t = useText(depositText);
  return (
    <Callout intent="wait" icon={<Unplug />}>
      <p className="font-semibold">{t('not_connected', { network })}</p>
      <p className="mt-1">{t('not_connected_why')}</p>
    </Callout>
  );
}

function TestCoins({ way }: { readonly way: Address }) {
  const t = useText(depositText);
  const locale = useLocale();
  const send = useAction('deposit/faucet', {
    invalidates: ['recharge/log'],
    onDone: ({ amount }) => {
      const shown = formatNumber(amount, { kind: 'full' }, locale);
      toast(t('test_sent', { amount: shown, coin: way.currency_name }), 'good');
    },
  });
  return (
    <div className="flex flex-col items-center gap-2 rounded-lg border border-dashed border-line p-4 text-center">
      <Badge intent="info">{t('test_chain')}</Badge>
      <p className="text-sm text-muted">{t('test_chain_why')}</p>
      <Button
        variant="plain"
        busy={send.isPending}
        onClick={() => send.mutate({ currency: way.currency, network: way.network })}
      >
        {t('send_test')}
      </Button>
    </div>
  );
}

function Facts({ way }: { readonly way: Address }) {
  const t = useText(depositText);
  return (
    <Rows>
      <Cell label={t('network')} value={way.network_name} />
      <Cell label={t('minimum')} value={<Num value={way.minimum} unit={way.currency_name} />} />
      <Cell label={t('confirmations')} value={<span className="tnum">{way.confirmations}</span>} />
      <Cell label={t('arrives_in')} value={t('exchange_account')} />
    </Rows>
  );
}

function Own({ way }: { readonly way: Address }) {
  const t = useText(depositText);
  const shell = useText(shellText);
  return (
    <>
      {!way.connected && <NotConnected network={way.network_name} />}
      <section className="flex flex-col items-center gap-4 rounded-lg bg-surface p-5">
        <Code address={way.address} />
        <p className="text-sm text-muted">{t('your_address', { coin: way.currency_name })}</p>
        <p className="w-full text-center text-lg break-all select-all" data-testid="address">
          {way.address}
        </p>
        <Button wide onClick={() => void copyText(way.address)}>
          <Copy className="size-4.5" aria-hidden="true" />
          {shell('copy')}
        </Button>
      </section>
      {way.faucet && <TestCoins way={way} />}
    </>
  );
}

/** What loses a deposit, and what does not. */
function Warnings({ way }: { readonly way: Address }) {
  const t = useText(depositText);
  const locale = useLocale();
  return (
    <Callout>
      <ul className="list-disc space-y-1 ps-4">
        <li>
          {t('warn_network', {
            coin: way.currency_name,
            network: way.network_name,
            standard: way.sub_name,
          })}
        </li>
        <li>
          {t('warn_minimum', {
            min: formatNumber(way.minimum, { kind: 'full' }, locale),
            coin: way.currency_name,
          })}
        </li>
        <li>{t('warn_own')}</li>
      </ul>
    </Callout>
  );
}

/** The address over a network below its choice; terms and latest deposits follow, or stand beside it on a wide screen. */
function OverNetwork({
  coin,
  network,
  children,
}: {
  readonly coin: Coin;
  readonly network: Network;
  readonly children: ReactNode;
}) {
  const address = usePost(
    'deposit/address',
    { currency: coin.id, network },
    { freshMs: Number.POSITIVE_INFINITY },
  );
  return (
    <div className="flex flex-col gap-4 wide:side-by-side wide:gap-6">
      <div className="flex flex-col gap-4">
        {children}
        <Loaded query={address} skeleton={<Skeleton className="h-72 w-full rounded-lg" />}>
          {(way) => <Own way={way} />}
        </Loaded>
      </div>
      <div className="flex flex-col gap-4">
        {address.data && (
          <>
            <Facts way={address.data} />
            <Warnings way={address.data} />
          </>
        )}
        <Incoming currency={coin.id} />
      </div>
    </div>
  );
}

function Ways({ coin }: { readonly coin: Coin }) {
  const t = useText(depositText);
  const wanted = useParam('network');
  const first = coin.networks.find(({ network }) => network === wanted) ?? coin.networks[0];
  const [network, setNetwork] = useState<Network | undefined>(first?.network);
  if (network === undefined) return <Empty text={t('no_network')} next="back" />;
  return (
    <OverNetwork coin={coin} network={network}>
      <LinkCell
        className="rounded-lg bg-surface"
        to="/pages/fund/select"
        icon={<CoinIcon name={coin.name} size={32} />}
        label={coin.name}
        hint={coin.title}
        value={t('change_coin')}
      />
      {coin.networks.length > 1 && (
        <Tabs
          variant="block"
          label={t('network')}
          items={coin.networks.map((way) => ({ id: way.network, label: way.sub_name }))}
          value={network}
          onChange={setNetwork}
        />
      )}
    </OverNetwork>
  );
}

/** The user's address of a coin on each network, with the warnings before sending. */
export default function Receive() {
  const t = useText(depositText);
  const currency = useIdParam('currency') ?? USDT;
  const coins = useGet('deposit/coins', {});
  const coin = coins.data?.find(({ id }) => id === currency);
  return (
    <Page
      title={coin ? t('receive_coin', { coin: coin.name }) : t('receive')}
      back="/pages/fund/assets"
      right={
        <IconButton label={t('records')} onClick={() => go.push('/pages/fund/receive_withdraw_record')}>
          <History />
        </IconButton>
      }
    >
      <Loaded query={coins} skeleton={<Skeleton className="h-96 w-full rounded-lg" />}>
        {() => (coin ? <Ways key={coin.id} coin={coin} /> : <Empty text={t('no_network')} next="back" />)}
      </Loaded>
    </Page>
  );
}
