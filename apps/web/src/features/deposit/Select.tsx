import { FileImage } from 'lucide-react';
import { useState } from 'react';
import type { ReplyOf } from '../../lib/calls.ts';
import { useGet } from '../../lib/query.ts';
import { useText } from '../../lib/text.ts';
import { useWide } from '../../lib/wide.ts';
import { CoinIcon, Empty, LinkCell, Loaded, Page, Rows, SearchField } from '../../ui/index.ts';
import { RecentDeposits } from './Incoming.tsx';
import { depositText } from './text.ts';

export type Coin = ReplyOf<'deposit/coins'>[number];

const matches = (coin: Coin, typed: string): boolean =>
  `${coin.name} ${coin.title}`.toLowerCase().includes(typed.trim().toLowerCase());

function Coins({ coins }: { readonly coins: readonly Coin[] }) {
  const t = useText(depositText);
  if (coins.length === 0) return <Empty text={t('no_match')} next="beside" />;
  return (
    <Rows title={t('over_network')} className="mt-4">
      {coins.map((coin) => (
        <LinkCell
          key={coin.id}
          to="/pages/fund/receive"
          search={{ currency: coin.id }}
          icon={<CoinIcon name={coin.name} size={32} />}
          label={coin.name}
          hint={coin.title}
          value={coin.networks.map(({ sub_name }) => sub_name).join(' · ')}
        />
      ))}
    </Rows>
  );
}

/** Picks the coin to deposit; links to the deposit by voucher. */
export default function Select() {
  const t = useText(depositText);
  const [typed, setTyped] = useState('');
  const coins = useGet('deposit/coins', {});
  const wide = useWide();
  return (
    <Page title={t('choose_coin')} back="/pages/fund/assets">
      <div className="flex flex-col gap-6 wide:side-by-side">
        <div>
          <SearchField label={t('search_coin')} value={typed} onValue={setTyped} maxLength={30} />
          <Loaded query={coins}>
            {(all) => (
              <Coins coins={all.filter((coin) => coin.networks.length > 0 && matches(coin, typed))} />
            )}
          </Loaded>
        </div>
        <div className="flex flex-col gap-6">
          <Rows title={t('by_hand')}>
            <LinkCell
              to="/pages/fund/voucher"
              icon={<FileImage />}
              label={t('voucher')}
              hint={t('voucher_hint')}
            />
          </Rows>
          {wide && <RecentDeposits />}
        </div>
      </div>
    </Page>
  );
}
