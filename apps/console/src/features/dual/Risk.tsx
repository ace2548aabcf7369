import type { ReplyOf } from '@karat/contract';
import { Button, Empty, Space, Tag } from 'antd';
import { moment } from '../../lib/format.ts';
import { actionsColumn, numberColumn, timeColumn } from '../../ui/columns.tsx';
import { Part } from '../../ui/Page.tsx';
import { CAME_ALONG, Rows } from '../../ui/Rows.tsx';
import { givePrice, voidMaturity } from './changes.ts';
import type { Change } from '../../ui/change.ts';
import type { Settlement } from './changes.ts';

type Dashboard = ReplyOf<'console/dual'>;
type Covered = Dashboard['coverage'][number];
type Maturity = Dashboard['exposure'][number];
type Strike = Maturity['strikes'][number];
type Band = Maturity['bands'][number];

const COLOURS = { waiting: 'default', settling: 'red', paying: 'blue', done: 'green' } as const;

/** Settlements: those that wait for two operators, then the coming and the finished ones. */
export function Settlements({
  rows,
  ask,
}: {
  rows: readonly Settlement[];
  ask: ((change: Change) => void) | undefined;
}) {
  const order = ['settling', 'paying', 'waiting', 'done'];
  const sorted = rows.toSorted((a, b) => order.indexOf(a.state) - order.indexOf(b.state));
  return (
    <Part title="Settlements">
      <Rows<Settlement>
        read={CAME_ALONG}
        rows={sorted}
        rowKey={(row) => `${row.market_id}:${row.maturity_ms}`}
        empty="No maturity yet"
        columns={[
          { title: 'Market', dataIndex: 'symbol' },
          timeColumn('Maturity', (row) => row.maturity_ms),
          { title: 'State', render: (_, row) => <Tag color={COLOURS[row.state]}>{row.state}</Tag> },
          {
            title: 'Ticks',
            align: 'right',
            render: (_, row) => (row.ticks === null ? '–' : `${row.ticks} (${row.ticks_needed} needed)`),
          },
          numberColumn('Price', (row) => row.price),
          { title: 'Basis', render: (_, row) => row.source ?? row.basis ?? '–' },
          { title: 'Open orders', align: 'right', render: (_, row) => `${row.open_orders} / ${row.orders}` },
          actionsColumn<Settlement>(
            (row) =>
              ask &&
              row.state === 'settling' && (
                <Space>
                  <Button size="small" onClick={() => ask(givePrice(row))}>
                    Give a price
                  </Button>
                  <Button size="small" danger onClick={() => ask(voidMaturity(row))}>
                    Void
                  </Button>
                </Space>
              ),
          ),
        ]}
      />
    </Part>
  );
}

/** The house account against the worst case of open orders. */
export function Coverage({ rows }: { rows: readonly Covered[] }) {
  return (
    <Part title="Coverage of the house account">
      <Rows<Covered>
        read={CAME_ALONG}
        rows={rows}
        rowKey="currency_name"
        empty="The account is empty: no product can be sold"
        columns={[
          { title: 'Currency', dataIndex: 'currency_name' },
          numberColumn('Free for new orders', (row) => row.available),
          numberColumn('Set aside', (row) => row.held),
          numberColumn('Worst case', (row) => row.worst_case),
          {
            title: 'Covered',
            render: (_, row) => <Tag color={row.covered ? 'green' : 'red'}>{row.covered ? 'yes' : 'no'}</Tag>,
          },
        ]}
      />
    </Part>
  );
}

const priceRange = ({ from, to }: Band): string => {
  if (from === null) return to === null ? 'any' : `below ${to}`;
  return to === null ? `${from} and above` : `${from} to below ${to}`;
};

function OfMaturity({ maturity }: { maturity: Maturity }) {
  return (
    <>
      <h3>
        {maturity.symbol}, {moment(maturity.maturity_ms)}
      </h3>
      <Rows<Strike>
        read={CAME_ALONG}
        rows={maturity.strikes}
        rowKey="strike"
        empty="No order"
        columns={[
          numberColumn('Strike', (row) => row.strike),
          numberColumn('Calls', (row) => row.call.orders),
          numberColumn(
            'Principal of calls',
            (row) => row.call.principal,
            () => maturity.coin_name,
          ),
          numberColumn('Puts', (row) => row.put.orders),
          numberColumn(
            'Principal of puts',
            (row) => row.put.principal,
            () => maturity.quote_name,
          ),
          numberColumn(
            'Paid below',
            (row) => row.coin_payout,
            () => maturity.coin_name,
          ),
          numberColumn(
            'Paid otherwise',
            (row) => row.quote_payout,
            () => maturity.quote_name,
          ),
        ]}
      />
      <Rows<Band>
        read={CAME_ALONG}
        rows={maturity.bands}
        rowKey={(row) => String(row.from)}
        empty="No order"
        columns={[
          { title: 'Settlement price', render: (_, row) => priceRange(row) },
          numberColumn(
            'To sell (+) or buy (-)',
            (row) => row.coin,
            () => maturity.coin_name,
          ),
          numberColumn(
            'To receive (+) or pay (-)',
            (row) => row.quote,
            () => maturity.quote_name,
          ),
        ]}
      />
    </>
  );
}

/** Open orders by maturity and strike, and what has to be bought or can be sold at each price. */
export function Exposure({ rows }: { rows: readonly Maturity[] }) {
  return (
    <Part title="Exposure">
      {rows.length === 0 ? (
        <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description="No order is open" />
      ) : (
        rows.map((maturity) => (
          <OfMaturity key={`${maturity.market_id}:${maturity.maturity_ms}`} maturity={maturity} />
        ))
      )}
    </Part>
  );
}
