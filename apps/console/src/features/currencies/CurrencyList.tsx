import { Flex, Segmented, Tag } from 'antd';
import { useState } from 'react';
import { useCall } from '../../lib/api.ts';
import { numberColumn } from '../../ui/columns.tsx';
import { Rows } from '../../ui/Rows.tsx';
import { CurrencyDetail } from './CurrencyDetail.tsx';
import { IndexPrice } from './PriceSource.tsx';
import { USES, hasUse } from './words.ts';
import type { Currency, Use } from './words.ts';

const REFRESH_MS = 5_000;

const KINDS = [
  { value: 'all', label: 'All' },
  { value: 'coin', label: 'Coins' },
  { value: 'fiat', label: 'Fiat' },
  { value: 'stock', label: 'Stocks' },
];

/** Symbol with logo and name. */
function Name({ currency }: { currency: Currency }) {
  return (
    <Flex align="center" gap={8} style={{ whiteSpace: 'nowrap' }}>
      <img src={currency.logo} alt="" width={20} height={20} />
      <strong>{currency.code}</strong>
      <span>{currency.title}</span>
    </Flex>
  );
}

function UseState({ currency, use }: { currency: Currency; use: Use }) {
  if (!hasUse(currency, use.use)) return <>–</>;
  return <Tag color={use.stopped ? 'red' : 'green'}>{use.stopped ? 'stopped' : 'on'}</Tag>;
}

const columnOf = (name: Use['use']) => ({
  title: USES[name],
  render: (_: unknown, row: Currency) => {
    const use = row.uses.find((each) => each.use === name);
    return use && <UseState currency={row} use={use} />;
  },
});

/** All currencies with their state; a row opens one of them. */
export function CurrencyList() {
  const currencies = useCall('console/currencies', {}, REFRESH_MS);
  const [kind, setKind] = useState('all');
  const [open, setOpen] = useState<number | null>(null);
  const rows = currencies.data?.filter((row) => kind === 'all' || row.kind === kind);
  const shown = currencies.data?.find((row) => row.currency_id === open);
  return (
    <>
      <Flex style={{ marginBottom: 12 }}>
        <Segmented aria-label="Kind" options={KINDS} value={kind} onChange={setKind} />
      </Flex>
      <Rows<Currency>
        read={currencies}
        rows={rows}
        rowKey="currency_id"
        empty="No currencies of this kind"
        open={(row) => setOpen(row.currency_id)}
        columns={[
          { title: 'Currency', fixed: 'left', render: (_, row) => <Name currency={row} /> },
          { title: 'Kind', dataIndex: 'kind' },
          numberColumn('Scale', (row) => row.decimals),
          numberColumn('Shown', (row) => row.display_decimals),
          numberColumn('Users own', (row) => row.users_own),
          { title: 'Price', align: 'right', render: (_, row) => <IndexPrice price={row.price} /> },
          columnOf('deposit'),
          columnOf('withdrawal'),
          columnOf('send'),
          columnOf('convert'),
        ]}
      />
      {shown && <CurrencyDetail currency={shown} close={() => setOpen(null)} />}
    </>
  );
}
