import { History, Timer } from 'lucide-react';
import { useState } from 'react';
import { useParam } from '../../lib/params.ts';
import { useGet, usePost } from '../../lib/query.ts';
import { useText } from '../../lib/text.ts';
import { CoinIcon, Go, GoCell, Loaded, Num, Page, Rows, Tabs, Picker } from '../../ui/index.ts';
import { Form } from './Form.tsx';
import { withdrawText } from './text.ts';
import type { Type } from './use-withdrawal.ts';

const WAYS = [
  { id: '0', text: 'to_address' },
  { id: '1', text: 'to_domestic' },
  { id: '2', text: 'to_international' },
] as const;
/** Currencies that leave by each way; the server has the last word. */
const OPEN: Readonly<Record<Type, readonly string[]>> = {
  0: ['USDT', 'BTC', 'ETH', 'USDC'],
  1: ['USDT'],
  2: ['USDT'],
};

function Terms({ currency, type }: { readonly currency: number; readonly type: Type }) {
  const [network, setNetwork] = useState<string | undefined>(undefined);
  const info = usePost('wallet/get_info', { currency, type, ...(network === undefined ? {} : { network }) });
  return (
    <Loaded of={info}>
      {(data) => (
        <Form key={data.network} info={data} currency={currency} type={type} onNetwork={setNetwork} />
      )}
    </Loaded>
  );
}

/** Sends money out: to an address, a domestic or an international card. */
export default function Withdraw() {
  const t = useText(withdrawText);
  const [type, setType] = useState<Type>(0);
  const [wanted, setWanted] = useState(Number(useParam('currency') ?? 3));
  const coins = useGet('currency/user_currency_list', {});
  return (
    <Page
      title={t('withdraw')}
      back="/pages/fund/assets"
      right={
        <Go
          to="/pages/fund/receive_withdraw_record"
          search={{ tab: 'out' }}
          aria-label={t('records')}
          className="grid size-11 place-items-center rounded-full active:bg-raised"
        >
          <History className="size-5.5" />
        </Go>
      }
    >
      <Tabs
        look="block"
        className="mb-4"
        label={t('way')}
        items={WAYS.map(({ id, text }) => ({ id, label: t(text) }))}
        value={String(type) as '0' | '1' | '2'}
        onChange={(id) => setType(Number(id) as Type)}
      />
      <Loaded of={coins}>
        {(all) => {
          const open = all.filter(({ name }) => OPEN[type].includes(name));
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
                    value: <Num value={one.change_balance} />,
                  }))}
                  value={String(coin.id)}
                  onChoose={(id) => setWanted(Number(id))}
                />
                <Terms key={`${type} ${coin.id}`} currency={coin.id} type={type} />
              </div>
            )
          );
        }}
      </Loaded>
      <Rows className="mt-6">
        <GoCell to="/pages/fund/withdraw_figures" icon={<Timer />} label={t('figures')} />
      </Rows>
    </Page>
  );
}
