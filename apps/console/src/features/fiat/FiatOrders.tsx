import type { ReplyOf } from '@karat/contract';
import { Flex, Input, Segmented, Tabs, Tag } from 'antd';
import { useState } from 'react';
import { useCall } from '../../lib/api.ts';
import { words } from '../../lib/format.ts';
import { numberColumn, timeColumn } from '../../ui/columns.tsx';
import { Page } from '../../ui/Page.tsx';
import { Rows } from '../../ui/Rows.tsx';
import { useFilter } from '../../ui/useFilter.ts';
import { UserLink } from '../../ui/UserLink.tsx';
import { Disputes } from './Disputes.tsx';
import { Exceptions } from './Exceptions.tsx';
import { FiatOrder } from './FiatOrder.tsx';
import { Lines } from './Lines.tsx';
import { Statements } from './Statements.tsx';
import { FIAT_STATES, STATE_COLOURS } from './words.ts';

type Row = ReplyOf<'console/fiat_orders'>['data'][number];

const PAGE = 20;
const REFRESH_MS = 5_000;
/** Filter value of all states; not on the wire. */
const ALL = 0;
const WITH_PROOF = 2;

function Notes({ order: row }: { order: Row }) {
  return (
    <>
      {row.lines > 0 && <Tag color="blue">{row.lines === 1 ? '1 line' : `${row.lines} lines`}</Tag>}
      {row.proof_duplicates > 0 && <Tag color="red">proof used elsewhere</Tag>}
    </>
  );
}

function Queue() {
  const { value, choose, page, turn } = useFilter({ status: WITH_PROOF, keyword: '' });
  const { status, keyword } = value;
  const [open, setOpen] = useState<number | null>(null);
  const sent = { page, limit: PAGE, keyword, ...(status === ALL ? {} : { status }) };
  const orders = useCall('console/fiat_orders', sent, REFRESH_MS);
  return (
    <>
      <Flex gap={8} wrap style={{ marginBottom: 16 }}>
        <Segmented
          options={[...FIAT_STATES, { value: ALL, label: 'All' }]}
          value={status}
          onChange={(next) => choose({ status: next, keyword })}
        />
        <Input.Search
          placeholder="Reference or UID"
          aria-label="Search purchases"
          allowClear
          style={{ width: 240 }}
          onSearch={(text) => choose({ status, keyword: text.trim() })}
        />
      </Flex>
      <Rows<Row>
        read={orders}
        rows={orders.data?.data}
        rowKey={(row) => String(row.id)}
        empty={status === WITH_PROOF ? 'No purchase is waiting for a decision' : 'No purchases here'}
        paging={{ page, turn, size: PAGE, total: orders.data?.total ?? 0 }}
        open={(row) => setOpen(row.id)}
        columns={[
          { title: 'Reference', dataIndex: 'reference' },
          { title: 'UID', render: (_, row) => <UserLink uid={row.uid} /> },
          { title: 'Payer', render: (_, row) => <div style={{ maxWidth: 180 }}>{row.payer_name}</div> },
          numberColumn(
            'Pays',
            (row) => row.amount,
            (row) => row.currency,
          ),
          numberColumn(
            'Receives',
            (row) => row.received,
            () => 'USDT',
          ),
          {
            title: 'Method',
            render: (_, row) => (
              <>
                {words(row.method)} {row.simulated && <Tag>simulated</Tag>}
              </>
            ),
          },
          ...(status === ALL
            ? [
                {
                  title: 'State',
                  render: (_: unknown, row: Row) => (
                    <Tag color={STATE_COLOURS[row.state]}>{words(row.state)}</Tag>
                  ),
                },
              ]
            : []),
          { title: 'Notes', render: (_, row) => <Notes order={row} /> },
          timeColumn('Ordered (UTC)', (row) => row.created_ms),
        ]}
      />
      {open !== null && <FiatOrder id={open} close={() => setOpen(null)} />}
    </>
  );
}

/** Fiat purchases for review, and bank statements. */
export function FiatOrders() {
  return (
    <Page
      title="Fiat purchases"
      hint="A purchase is credited against a bank statement line, by an operator other than its importer. Above the daily limits a second operator approves."
    >
      <Tabs
        items={[
          { key: 'orders', label: 'Purchases', children: <Queue /> },
          { key: 'disputes', label: 'Disputes', children: <Disputes /> },
          { key: 'exceptions', label: 'Exceptions', children: <Exceptions /> },
          { key: 'lines', label: 'Bank statements', children: <Lines /> },
          { key: 'imports', label: 'Imports', children: <Statements /> },
        ]}
      />
    </Page>
  );
}
