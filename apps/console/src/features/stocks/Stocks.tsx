import type { ReplyOf } from '@karat/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { App, Button, Input, Modal, Table, Tag } from 'antd';
import { useState } from 'react';
import { api, useCall } from '../../lib/api.ts';
import { Failure, Page } from '../../ui/Page.tsx';
import { PlanAction } from './PlanAction.tsx';

type Action = ReplyOf<'console/stock_actions'>[number];

const COLOURS = { planned: 'blue', done: 'green', cancelled: 'default' } as const;
const REFRESH_MS = 5_000;

const terms = (action: Action): string =>
  action.per_share === null
    ? `${action.ratio_new} for ${action.ratio_old}`
    : `${action.per_share} USDT a share`;

/** Asks for a planned action to be called off. */
function CallOff({ action, close }: { action: Action; close: () => void }) {
  const [reason, setReason] = useState('');
  const { message } = App.useApp();
  const queries = useQueryClient();
  const ask = useMutation({
    mutationFn: () => api.post('console/stock_action_cancel', { id: action.id, reason }),
    onSuccess: async () => {
      void message.success('Asked. Somebody else has to approve it.');
      await queries.invalidateQueries({ queryKey: ['console/approvals'] });
      close();
    },
  });
  return (
    <Modal
      open
      title={`Call off the ${action.kind} of ${action.symbol}`}
      okText="Ask for approval"
      okButtonProps={{ disabled: reason.trim().length < 3 }}
      onOk={() => ask.mutate()}
      onCancel={close}
      confirmLoading={ask.isPending}
    >
      <Failure error={ask.error} />
      <Input.TextArea
        aria-label="Reason"
        placeholder="Reason"
        rows={3}
        maxLength={200}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
    </Modal>
  );
}

/** Dividends and splits: planned here, approved by somebody else, carried out while the market rests. */
export function Stocks() {
  const [planning, setPlanning] = useState(false);
  const [callingOff, setCallingOff] = useState<Action | null>(null);
  const actions = useCall('console/stock_actions', {}, REFRESH_MS);
  return (
    <Page
      title="Stocks"
      hint="Dividends and splits need a second person. A split ends all orders in its market."
      actions={<Button onClick={() => setPlanning(true)}>Plan a dividend or a split</Button>}
    >
      <Failure error={actions.error} retry={() => void actions.refetch()} />
      <Table<Action>
        rowKey="id"
        size="small"
        loading={actions.isLoading}
        dataSource={actions.data ?? []}
        pagination={false}
        scroll={{ x: true }}
        columns={[
          { title: 'Stock', dataIndex: 'symbol' },
          { title: 'Kind', dataIndex: 'kind' },
          { title: 'Terms', render: (_, row) => terms(row) },
          { title: 'Takes effect (UTC)', dataIndex: 'effective_at' },
          { title: 'State', render: (_, row) => <Tag color={COLOURS[row.state]}>{row.state}</Tag> },
          { title: 'Holders', dataIndex: 'holders', align: 'right' },
          { title: 'Paid', dataIndex: 'paid', align: 'right' },
          { title: 'Request', dataIndex: 'approval', align: 'right' },
          { title: 'Note', dataIndex: 'note' },
          {
            title: '',
            render: (_, row) =>
              row.state === 'planned' && <Button onClick={() => setCallingOff(row)}>Call off</Button>,
          },
        ]}
      />
      {planning && <PlanAction close={() => setPlanning(false)} />}
      {callingOff && <CallOff action={callingOff} close={() => setCallingOff(null)} />}
    </Page>
  );
}
