import { History, Timer } from 'lucide-react';
import { useState } from 'react';
import { USDT } from '../../lib/currencies.ts';
import { useIdParam, useParam } from '../../lib/params.ts';
import { useGet, usePost } from '../../lib/query.ts';
import { useText } from '../../lib/text.ts';
import { useWide } from '../../lib/wide.ts';
import {
  CoinIcon,
  Empty,
  LinkIcon,
  LinkCell,
  Loaded,
  Num,
  Page,
  Picker,
  Rows,
  SkeletonForm,
  Tabs,
} from '../../ui/index.ts';
import { WithdrawForm } from './Form.tsx';
import { RecentWithdrawals } from './RecentWithdrawals.tsx';
import { withdrawText } from './text.ts';
import type { Type } from './use-withdrawal.ts';

const WAYS = [
  { id: '0', text: 'to_address' },
  { id: '1', text: 'to_domestic' },
  { id: '2', text: 'to_international' },
] as const;
const typeOf = (id: string | undefined): Type => (id === '1' ? 1 : id === '2' ? 2 : 0);

function Terms({ currency, type }: { readonly currency: number; readonly type: Type }) {
  const [network, setNetwork] = useState<string | undefined>(undefined);
  const terms = { currency, type, ...(network === undefined ? {} : { network }) };
  const info = usePost('wallet/get_info', terms, { keep: true });
  return (
    <Loaded query={info} skeleton={<SkeletonForm fields={4} />}>
      {(data) => <WithdrawForm info={data} currency={currency} type={type} onNetwork={setNetwork} />}
    </Loaded>
  );
}

/** Currency and form of the selected method. */
function Currencies({ type }: { readonly type: Type }) {
  const t = useText(withdrawText);
  const [wanted, setWanted] = useState(useIdParam('currency') ?? USDT);
  const currencies = useGet('withdrawal/currencies', { type });
  return (
    <Loaded
      query={currencies}
      skeleton={<SkeletonForm fields={5} />}
      empty={<Empty text={t('no_way')} next="back" />}
    >
      {(open) => {
        const coin = open.find(({ id }) => id === wanted) ?? open[0];
        return (
          coin && (
            <div className="flex flex-col gap-4">
              <Picker
                label={t('coin')}
                title={t('choose_coin')}
                icon={<CoinIcon name={coin.name} size={28} />}
                options={open.map((one) => ({
                  id: String(one.id),
                  label: one.name,
                  hint: one.title,
                  value: <Num value={one.balance} />,
                }))}
                value={String(coin.id)}
                onChoose={(id) => setWanted(Number(id))}
              />
              <Terms key={coin.id} currency={coin.id} type={type} />
            </div>
          )
        );
      }}
    </Loaded>
  );
}

/** Withdraws to an address, a domestic or an international card. */
export default function Withdraw() {
  const t = useText(withdrawText);
  const [type, setType] = useState<Type>(typeOf(useParam('type')));
  const wide = useWide();
  return (
    <Page
      title={t('withdraw')}
      back="/pages/fund/assets"
      right={
        <LinkIcon to="/pages/fund/receive_withdraw_record" search={{ tab: 'out' }} label={t('records')}>
          <History />
        </LinkIcon>
      }
    >
      <div className="flex flex-col gap-6 wide:side-by-side">
        <div>
          <Tabs
            variant="block"
            className="mb-4"
            label={t('way')}
            items={WAYS.map(({ id, text }) => ({ id, label: t(text) }))}
            value={String(type) as '0' | '1' | '2'}
            onChange={(id) => setType(typeOf(id))}
          />
          <Currencies key={type} type={type} />
        </div>
        <div className="flex flex-col gap-4">
          <Rows>
            <LinkCell to="/pages/fund/withdraw_figures" icon={<Timer />} label={t('figures')} />
          </Rows>
          {wide && <RecentWithdrawals />}
        </div>
      </div>
    </Page>
  );
}
