import type { ReplyOf } from '@karat/contract';
import { Input } from 'antd';
import { useState } from 'react';
import { useCall } from '../../lib/api.ts';
import { numberColumn } from '../../ui/columns.tsx';
import { Page } from '../../ui/Page.tsx';
import { Rows } from '../../ui/Rows.tsx';

type Balance = ReplyOf<'console/house'>[number];
const REFRESH_MS = 10_000;

/** Balances of house accounts; shards are summed. */
export function House() {
  const [wanted, setWanted] = useState('');
  const house = useCall('console/house', {}, REFRESH_MS);
  const rows = house.data?.filter(({ account, currency }) =>
    `${account} ${currency}`.toLowerCase().includes(wanted.trim().toLowerCase()),
  );
  return (
    <Page
      title="House accounts"
      hint="Only the external account may be negative: it mirrors everything that was paid in."
      actions={
        <Input
          allowClear
          aria-label="Account or currency"
          placeholder="Account or currency"
          style={{ width: 240 }}
          onChange={(event) => setWanted(event.target.value)}
        />
      }
    >
      <Rows<Balance>
        read={house}
        rows={rows}
        rowKey={(row) => `${row.account}/${row.currency}`}
        empty={wanted === '' ? 'No bookings yet' : 'No account matches'}
        columns={[
          { title: 'Account', dataIndex: 'account' },
          { title: 'Currency', dataIndex: 'currency' },
          numberColumn('Available', (row) => row.available),
          numberColumn('Held', (row) => row.held),
        ]}
      />
    </Page>
  );
}
