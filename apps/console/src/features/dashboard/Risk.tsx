import type { ReplyOf } from '@karat/contract';
import { Flex, Statistic } from 'antd';
import { useCall } from '../../lib/api.ts';
import { Figure, numberColumn } from '../../ui/columns.tsx';
import { Part } from '../../ui/Page.tsx';
import { Loaded, Rows } from '../../ui/Rows.tsx';

type Market = ReplyOf<'console/contracts'>[number];
type Pool = ReplyOf<'console/options'>['pools'][number];

const REFRESH_MS = 15_000;

/** Pool and insurance of futures, in USDT. */
function Funds() {
  const read = useCall('console/contract_funds', {}, REFRESH_MS);
  return (
    <Loaded read={read}>
      {(funds) => (
        <Flex gap={32} wrap style={{ marginBottom: 16 }}>
          {(
            [
              ['Pool', funds.pool],
              ['Insurance fund', funds.insurance],
              ['Margins of users', funds.margins],
              ['Unrealised profit of users', funds.users_unrealised],
            ] as const
          ).map(([title, value]) => (
            <Statistic key={title} title={title} valueRender={() => <Figure value={value} unit="USDT" />} />
          ))}
          <Statistic title="Open positions" value={funds.positions} />
          <Statistic title="Accounts at risk" value={funds.accounts_at_risk} />
        </Flex>
      )}
    </Loaded>
  );
}

/** Open interest of futures and exposure of the options. */
export function Risk() {
  const contracts = useCall('console/contracts', {}, REFRESH_MS);
  const options = useCall('console/options', {}, REFRESH_MS);
  return (
    <>
      <Part title="Open risk of futures">
        <Funds />
        <Rows<Market>
          read={contracts}
          rows={contracts.data?.filter(({ positions, pending }) => positions + pending > 0)}
          rowKey="symbol"
          empty="No open positions"
          columns={[
            { title: 'Market', dataIndex: 'symbol' },
            numberColumn('Positions', (row) => row.positions),
            numberColumn('Long (quote)', (row) => row.long_notional),
            numberColumn('Short (quote)', (row) => row.short_notional),
            numberColumn('Net (quote)', (row) => row.net_notional),
            numberColumn('Maximum net (quote)', (row) => row.net_cap),
            numberColumn('Unrealised profit of users (quote)', (row) => row.users_unrealised),
          ]}
        />
      </Part>
      <Part title="Open risk of options">
        <Rows<Pool>
          read={options}
          rows={options.data?.pools}
          rowKey="currency_name"
          empty="No pools"
          columns={[
            { title: 'Pool', dataIndex: 'currency_name' },
            numberColumn(
              'Available',
              (row) => row.available,
              (row) => row.currency_name,
            ),
            numberColumn(
              'Owed at most',
              (row) => row.owed,
              (row) => row.currency_name,
            ),
            numberColumn(
              'Maximum',
              (row) => row.pool_max,
              (row) => row.currency_name,
            ),
          ]}
        />
      </Part>
    </>
  );
}
