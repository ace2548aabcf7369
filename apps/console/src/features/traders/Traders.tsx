import type { ReplyOf } from '@karat/contract';
import { Button, Flex, Segmented, Tag } from 'antd';
import type { TableProps } from 'antd';
import { useState } from 'react';
import { api, useCall } from '../../lib/api.ts';
import { useMay } from '../../lib/rights.ts';
import { AskForApproval } from '../../ui/AskForApproval.tsx';
import { actionsColumn, numberColumn } from '../../ui/columns.tsx';
import { Page } from '../../ui/Page.tsx';
import { Rows } from '../../ui/Rows.tsx';
import { useFilter } from '../../ui/useFilter.ts';
import { StopButton } from '../../ui/StopButton.tsx';
import { UserLink } from '../../ui/UserLink.tsx';

type Trader = ReplyOf<'console/traders'>['data'][number];
type Decision = 'accepted' | 'rejected';

const STATES = ['applied', 'accepted', 'suspended', 'rejected', 'all'] as const;
const COLOURS = { applied: 'blue', accepted: 'green', rejected: 'default', suspended: 'red' } as const;
const LABELS: Readonly<Record<Decision, string>> = {
  accepted: 'Accept',
  rejected: 'Reject',
};
/** Possible decisions on a trader by state. */
const CHOICES: Readonly<Record<Trader['state'], readonly Decision[]>> = {
  applied: ['accepted', 'rejected'],
  accepted: [],
  suspended: [],
  rejected: [],
};
const PAGE = 20;
const REFRESH_MS = 5_000;

/** Decides on a trader with a reason that the trader reads. */
function Decide({ trader, state, close }: { trader: Trader; state: Decision; close: () => void }) {
  return (
    <AskForApproval
      title={`${LABELS[state]} ${trader.nickname} (${trader.uid})`}
      hint={trader.about}
      reason="Reason; the trader reads it"
      button={LABELS[state]}
      said={`${trader.nickname} is ${state}.`}
      danger={state !== 'accepted'}
      close={close}
      send={({ reason }) => api.post('console/trader_decide', { uid: trader.uid, state, reason })}
    />
  );
}

/** Who the trader is, and what has come of it. */
const FIGURES: NonNullable<TableProps<Trader>['columns']> = [
  { title: 'UID', render: (_, row) => <UserLink uid={row.uid} /> },
  { title: 'Nickname', dataIndex: 'nickname' },
  { title: 'State', render: (_, row) => <Tag color={COLOURS[row.state]}>{row.state}</Tag> },
  { title: 'About', render: (_, row) => <div style={{ width: 260 }}>{row.about}</div> },
  numberColumn('Trades', (row) => row.trades),
  numberColumn(
    'Profit',
    (row) => row.total_profit,
    () => 'USDT',
  ),
  numberColumn(
    'Return, 30 d',
    (row) => row.roi_30,
    () => '%',
  ),
  numberColumn(
    'Drawdown',
    (row) => row.max_drawdown,
    () => '%',
  ),
  numberColumn(
    'Risk score',
    (row) => row.risk,
    () => 'of 10',
  ),
  numberColumn('Followers', (row) => row.followers),
  numberColumn(
    'Copied margin',
    (row) => row.follow_amount,
    () => 'USDT',
  ),
];

/** Trader applications and accepted traders. */
export function Traders() {
  const { value: state, choose, page, turn } = useFilter<(typeof STATES)[number]>('applied');
  const [deciding, setDeciding] = useState<{ trader: Trader; state: Decision } | null>(null);
  const sent = { ...(state === 'all' ? {} : { state }), page, limit: PAGE };
  const traders = useCall('console/traders', sent, REFRESH_MS);
  const may = useMay();
  return (
    <Page
      title="Traders"
      hint="A suspension stops new copies; open copies stay open."
      actions={<Segmented options={[...STATES]} value={state} onChange={choose} />}
    >
      <Rows<Trader>
        read={traders}
        rows={traders.data?.data}
        rowKey={(row) => String(row.uid)}
        empty={state === 'applied' ? 'No applications' : 'No traders here'}
        paging={{ page, turn, size: PAGE, total: traders.data?.total ?? 0 }}
        columns={[
          ...FIGURES,
          { title: 'Reason', render: (_, row) => <div style={{ maxWidth: 220 }}>{row.reason ?? '–'}</div> },
          actionsColumn((row) => (
            <Flex gap={8} justify="end">
              {may('console/trader_decide') &&
                CHOICES[row.state].map((choice) => (
                  <Button
                    key={choice}
                    size="small"
                    onClick={() => setDeciding({ trader: row, state: choice })}
                  >
                    {LABELS[choice]}
                  </Button>
                ))}
              {(row.state === 'accepted' || row.state === 'suspended') && (
                <StopButton
                  target="trader"
                  subject={String(row.uid)}
                  name={row.nickname}
                  runs={row.state === 'accepted'}
                  hint="New copies stop, open copies stay open. The trader sees the reason."
                  words={{ stop: 'Suspend', resume: 'Resume' }}
                />
              )}
            </Flex>
          )),
        ]}
      />
      {deciding && <Decide {...deciding} close={() => setDeciding(null)} />}
    </Page>
  );
}
