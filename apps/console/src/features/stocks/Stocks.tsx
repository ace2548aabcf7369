import type { ReplyOf } from '@karat/contract';
import { Button, Tag } from 'antd';
import { useState } from 'react';
import { api, useCall } from '../../lib/api.ts';
import { useMay } from '../../lib/rights.ts';
import { AskForApproval } from '../../ui/AskForApproval.tsx';
import { actionsColumn, numberColumn } from '../../ui/columns.tsx';
import { Page } from '../../ui/Page.tsx';
import { Rows } from '../../ui/Rows.tsx';
import { PlanAction } from './PlanAction.tsx';

type Action = ReplyOf<'console/stock_actions'>[number];

const COLOURS = { planned: 'blue', done: 'green', cancelled: 'default' } as const;
const REFRESH_MS = 5_000;

const terms = (action: Action): string =>
  action.per_share === null
    ? `${action.ratio_new} for ${action.ratio_old}`
    : `${action.per_share} USDT a share`;

/** Dividends and splits: requested here, approved by another operator, executed while the market is closed. */
export function Stocks() {
  const [planning, setPlanning] = useState(false);
  const [callingOff, setCallingOff] = useState<Action | null>(null);
  const actions = useCall('console/stock_actions', {}, REFRESH_MS);
  const may = useMay();
  return (
    <Page
      title="Stocks"
      hint="Dividends and splits need a second operator. A split cancels all orders in its market."
      actions={
        may('console/stock_action') && (
          <Button type="primary" onClick={() => setPlanning(true)}>
            Plan a dividend or a split
          </Button>
        )
      }
    >
      <Rows<Action>
        read={actions}
        rows={actions.data}
        rowKey={(row) => String(row.id)}
        empty="No dividends or splits are planned"
        columns={[
          { title: 'Stock', dataIndex: 'symbol' },
          { title: 'Kind', dataIndex: 'kind' },
          { title: 'Terms', render: (_, row) => terms(row) },
          { title: 'Takes effect (UTC)', dataIndex: 'effective_at', className: 'figure' },
          { title: 'State', render: (_, row) => <Tag color={COLOURS[row.state]}>{row.state}</Tag> },
          numberColumn('Holders', (row) => row.holders),
          numberColumn('Paid', (row) => row.paid),
          numberColumn('Request', (row) => row.approval),
          { title: 'Note', dataIndex: 'note' },
          actionsColumn(
            (row) =>
              row.state === 'planned' &&
              may('console/stock_action_cancel') && (
                <Button size="small" onClick={() => setCallingOff(row)}>
                  Call off
                </Button>
              ),
          ),
        ]}
      />
      {planning && <PlanAction close={() => setPlanning(false)} />}
      {callingOff && (
        <AskForApproval
          title={`Call off the ${callingOff.kind} of ${callingOff.symbol}`}
          close={() => setCallingOff(null)}
          send={({ reason }) => api.post('console/stock_action_cancel', { id: callingOff.id, reason })}
        />
      )}
    </Page>
  );
}
