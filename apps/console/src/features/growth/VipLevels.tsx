import type { ReplyOf } from '@karat/contract';
import { Button } from 'antd';
import { api, useCall } from '../../lib/api.ts';
import { Part } from '../../ui/Page.tsx';
import { Rows } from '../../ui/Rows.tsx';
import { figure, notDecimal } from '../../ui/change.ts';
import type { Change } from '../../ui/change.ts';
import { actionsColumn, numberColumn, timeColumn } from '../../ui/columns.tsx';

type Level = ReplyOf<'console/vip'>['levels'][number];
type Run = ReplyOf<'console/vip'>['runs'][number];

const REFRESH_MS = 10_000;

/** A change of the terms of a level. */
function changeOf(level: Level): Change {
  return {
    title: `Terms of VIP ${level.level}`,
    fields: [
      ...(level.level === 0
        ? []
        : [
            figure('volume', 'Volume of 30 days, USDT', notDecimal),
            figure('balance', 'Balance, USDT', notDecimal, 'Volume or balance is enough'),
          ]),
      figure('fee_discount', 'Fee discount, %', notDecimal),
      figure('outflow_limit', 'Withdrawal limits, %', notDecimal, '100: those of the verification level'),
      figure('multiple_max', 'Highest leverage', notDecimal),
    ],
    before: {
      volume: level.volume,
      balance: level.balance,
      fee_discount: level.fee_discount,
      outflow_limit: level.outflow_limit,
      multiple_max: String(level.multiple_max),
    },
    send: ({ volume, balance, fee_discount: discount, outflow_limit: limits, multiple_max: most, reason }) =>
      api.post('console/vip_terms', {
        level: level.level,
        volume: String(volume ?? level.volume),
        balance: String(balance ?? level.balance),
        fee_discount: String(discount),
        outflow_limit: String(limits),
        multiple_max: Number(most),
        reason,
      }),
  };
}

/** Terms of all levels with the number of their users, and the latest runs. */
export function VipLevels({ ask }: { ask: ((change: Change) => void) | undefined }) {
  const vip = useCall('console/vip', {}, REFRESH_MS);
  return (
    <>
      <Part title="Levels">
        <Rows<Level>
          read={vip}
          rows={vip.data?.levels}
          rowKey={(row) => String(row.level)}
          empty="No level"
          columns={[
            { title: 'Level', render: (_, row) => `VIP ${row.level}` },
            numberColumn('Volume, 30 days', (row) => row.volume),
            numberColumn('Balance', (row) => row.balance),
            numberColumn(
              'Fee discount',
              (row) => row.fee_discount,
              () => '%',
            ),
            numberColumn(
              'Withdrawal limits',
              (row) => row.outflow_limit,
              () => '%',
            ),
            numberColumn(
              'Leverage',
              (row) => row.multiple_max,
              () => 'x',
            ),
            numberColumn('Users', (row) => row.users),
            actionsColumn(
              (row) =>
                ask && (
                  <Button size="small" onClick={() => ask(changeOf(row))}>
                    Change
                  </Button>
                ),
            ),
          ]}
        />
      </Part>
      <Part title="Daily runs">
        <Rows<Run>
          read={vip}
          rows={vip.data?.runs}
          rowKey="date"
          empty="No run yet"
          columns={[
            { title: 'Day, UTC', dataIndex: 'date' },
            numberColumn('Users', (row) => row.users),
            numberColumn('Changed', (row) => row.changed),
            timeColumn('Started', (row) => row.started_ms),
            timeColumn('Done', (row) => row.done_ms),
          ]}
        />
      </Part>
    </>
  );
}
