import { Button, Flex, Tabs, Tag } from 'antd';
import { useState } from 'react';
import { useCall } from '../../lib/api.ts';
import { words } from '../../lib/format.ts';
import { useMay } from '../../lib/rights.ts';
import { actionsColumn, numberColumn, percentColumn } from '../../ui/columns.tsx';
import { Page } from '../../ui/Page.tsx';
import { Rows } from '../../ui/Rows.tsx';
import { StopButton } from '../../ui/StopButton.tsx';
import { ChangeContract } from './ChangeContract.tsx';
import type { ContractRow } from './ChangeContract.tsx';
import { Funds } from './Funds.tsx';
import { Limits } from './Limits.tsx';

const COLOURS = {
  open: 'green',
  close_only: 'orange',
  halted: 'red',
  closed: 'default',
  stale: 'red',
} as const;
const REFRESH_MS = 3_000;

/** Contract markets: parameters, caps, and the exchange's exposure. */
function Exposure() {
  const [changing, setChanging] = useState<ContractRow | null>(null);
  const markets = useCall('console/contracts', {}, REFRESH_MS);
  const may = useMay();
  return (
    <>
      <Rows<ContractRow>
        read={markets}
        rows={markets.data}
        rowKey="symbol"
        empty="No markets with futures"
        columns={[
          { title: 'Market', dataIndex: 'symbol', fixed: 'left' },
          { title: 'State', render: (_, row) => <Tag color={COLOURS[row.now]}>{words(row.now)}</Tag> },
          numberColumn('Index', (row) => row.index_price),
          numberColumn('Positions', (row) => row.positions),
          numberColumn('Waiting', (row) => row.pending),
          numberColumn('Long', (row) => row.long_notional),
          numberColumn('Short', (row) => row.short_notional),
          numberColumn('Net', (row) => row.net_notional),
          numberColumn('Net cap', (row) => row.net_cap),
          numberColumn('Gross', (row) => row.gross_notional),
          numberColumn('Gross cap', (row) => row.gross_cap),
          numberColumn('User cap', (row) => row.user_cap),
          numberColumn('Users’ unrealised', (row) => row.users_unrealised),
          numberColumn('Spread', (row) => row.spread),
          percentColumn('Fee', (row) => row.lever_trade_fee),
          percentColumn('Overnight', (row) => row.overnight),
          { title: 'Leverages', render: (_, row) => row.multiples.join(', ') },
          actionsColumn((row) => (
            <Flex gap={8} justify="end">
              {may('console/contract_change') && (
                <Button size="small" onClick={() => setChanging(row)}>
                  Change
                </Button>
              )}
              <StopButton
                target="contract"
                subject={String(row.match_id)}
                name={`futures on ${row.symbol}`}
                runs={row.state === 'open'}
                reduce="Users close only"
                hint="While halted, no position is opened, closed or liquidated. Resuming takes two operators."
              />
            </Flex>
          )),
        ]}
      />
      {changing && <ChangeContract market={changing} close={() => setChanging(null)} />}
    </>
  );
}

/** Futures: prices and outcomes cannot be set; parameters and resuming take two people. */
export function Contracts() {
  const may = useMay();
  const exposure = { key: 'exposure', label: 'Exposure', children: <Exposure /> };
  const limits = { key: 'limits', label: 'Limits', children: <Limits /> };
  const funds = { key: 'funds', label: 'Funds', children: <Funds /> };
  return (
    <Page
      title="Futures"
      hint="One operator halts at once. Parameters, caps and resuming need a second operator. Open positions keep their terms."
    >
      <Tabs items={may('console/contract_funds') ? [exposure, limits, funds] : [exposure, limits]} />
    </Page>
  );
}
