import { Button, Flex, Tag } from 'antd';
import { useState } from 'react';
import { useCall } from '../../lib/api.ts';
import { words } from '../../lib/format.ts';
import { useMay } from '../../lib/rights.ts';
import { actionsColumn, Figure, numberColumn, percentColumn } from '../../ui/columns.tsx';
import { Page } from '../../ui/Page.tsx';
import { Rows } from '../../ui/Rows.tsx';
import { StopButton } from '../../ui/StopButton.tsx';
import { ChangeMarket } from './ChangeMarket.tsx';
import type { MarketRow } from './ChangeMarket.tsx';

const STATE_COLOURS = { open: 'green', cancel_only: 'orange', halted: 'red' } as const;
const REFRESH_MS = 3_000;

const Index = ({ row }: { row: MarketRow }) =>
  row.stale ? (
    <Tag color="red">{row.broken ? 'sources disagree' : 'stale'}</Tag>
  ) : (
    <Figure value={row.index_price} />
  );

/** Markets with state and fees. Changes are requested here and approved by another operator. */
export function Markets() {
  const [changing, setChanging] = useState<MarketRow | null>(null);
  const markets = useCall('console/markets', {}, REFRESH_MS);
  const may = useMay();
  return (
    <Page
      title="Markets"
      hint="One operator halts a market at once. Fee changes and resuming need a second operator."
    >
      <Rows<MarketRow>
        read={markets}
        rows={markets.data}
        rowKey="symbol"
        empty="No markets"
        columns={[
          { title: 'Market', dataIndex: 'symbol', fixed: 'left' },
          { title: 'Kind', dataIndex: 'kind' },
          {
            title: 'State',
            render: (_, row) => <Tag color={STATE_COLOURS[row.state]}>{words(row.state)}</Tag>,
          },
          numberColumn('Last', (row) => row.now_price),
          { title: 'Index', align: 'right', render: (_, row) => <Index row={row} /> },
          percentColumn('Maker fee', (row) => row.maker_fee),
          percentColumn('Taker fee', (row) => row.taker_fee),
          percentColumn('Band', (row) => row.band),
          numberColumn('Minimum', (row) => row.min_notional),
          numberColumn('Open orders', (row) => row.open_orders),
          actionsColumn((row) => (
            <Flex gap={8} justify="end">
              {may('console/market_change') && (
                <Button size="small" onClick={() => setChanging(row)}>
                  Change
                </Button>
              )}
              <StopButton
                target="market"
                subject={String(row.match_id)}
                name={row.symbol}
                runs={row.state === 'open'}
                reduce="Users cancel only"
              />
            </Flex>
          )),
        ]}
      />
      {changing && <ChangeMarket market={changing} close={() => setChanging(null)} />}
    </Page>
  );
}
