import { Gem, PiggyBank } from 'lucide-react';
import { useGet, usePost } from '../../lib/query.ts';
import { useText } from '../../lib/text.ts';
import { LinkCell, Loaded, Num, Rows, Skeleton } from '../../ui/index.ts';
import { assetsText } from './text.ts';

const REFRESH_MS = 30_000;
const waiting = <Skeleton className="h-5 w-20" />;

/** What is invested in Earn, which the exchange account counts as held, and the works of the NFT market, which no total counts. */
export function OtherAssets({ hidden }: { readonly hidden: boolean }) {
  const t = useText(assetsText);
  const earn = useGet('finance/overview', {}, { everyMs: REFRESH_MS });
  const works = usePost('bind_box/getMyNFTs', { page: 1, limit: 1 });
  return (
    <Rows>
      <LinkCell
        to="/pages/financial/index"
        icon={<PiggyBank />}
        label={t('group_earn')}
        hint={t('earn_counted')}
        value={
          <Loaded query={earn} skeleton={waiting} isEmpty={() => false}>
            {({ value }) => (hidden ? '••••' : <Num value={value} form="fixed" decimals={2} unit="USDT" />)}
          </Loaded>
        }
      />
      <LinkCell
        to="/pages/nft/mine"
        icon={<Gem />}
        label={t('group_nft')}
        hint={t('nft_not_counted')}
        value={
          <Loaded query={works} skeleton={waiting} isEmpty={() => false}>
            {({ total }) => <Num value={String(total)} />}
          </Loaded>
        }
      />
    </Rows>
  );
}
