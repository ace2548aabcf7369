import type { ReplyOf } from '@karat/contract';
import { Tag } from 'antd';
import { useCall } from '../../lib/api.ts';
import { numberColumn } from '../../ui/columns.tsx';
import { Page, Part } from '../../ui/Page.tsx';
import { CAME_ALONG, Loaded, Rows } from '../../ui/Rows.tsx';
import { Networks } from './Networks.tsx';

type Balance = ReplyOf<'console/custody'>['balances'][number];

const REFRESH_MS = 5_000;

function Verdict({ matches }: { matches: boolean | null }) {
  if (matches === null) return <Tag>not compared</Tag>;
  return <Tag color={matches ? 'green' : 'red'}>{matches ? 'agrees' : 'differs'}</Tag>;
}

/** Holdings by network and currency, in the books and on the chain. */
function Comparison({ rows }: { rows: readonly Balance[] }) {
  return (
    <Rows<Balance>
      read={CAME_ALONG}
      rows={rows}
      rowKey={(row) => `${row.network}/${row.currency_name}`}
      empty="No comparisons yet"
      columns={[
        { title: 'Network', dataIndex: 'network_name' },
        { title: 'Currency', dataIndex: 'currency_name' },
        numberColumn('Booked', (row) => row.booked),
        numberColumn('Unbooked', (row) => row.unbooked),
        numberColumn('Under way', (row) => row.outgoing),
        numberColumn('On the chain', (row) => row.chain),
        numberColumn('Difference', (row) => row.difference),
        numberColumn('Tolerance', (row) => row.tolerance),
        numberColumn('Height', (row) => row.height),
        { title: 'Verdict', render: (_, row) => <Verdict matches={row.matches} /> },
      ]}
    />
  );
}

/** Compares what the books owe on each network with its chain. */
export function Custody() {
  const custody = useCall('console/custody', {}, REFRESH_MS);
  return (
    <Page
      title="Books and chains"
      hint="Chain balances must equal the books, deposits not yet booked and payouts in flight. A difference above the tolerance halts payouts on the network."
    >
      <Loaded read={custody}>
        {({ networks, balances }) => (
          <>
            <Networks networks={networks} />
            <Part title="Last comparison">
              <Comparison rows={balances} />
            </Part>
          </>
        )}
      </Loaded>
    </Page>
  );
}
