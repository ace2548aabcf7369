import type { ReplyOf } from '@karat/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { App, Button, Flex, Input, Modal, Select, Table, Tag } from 'antd';
import { useState } from 'react';
import { api, useCall } from '../../lib/api.ts';
import { Failure, Page } from '../../ui/Page.tsx';

type Trader = ReplyOf<'console/traders'>['data'][number];
type Decision = 'accepted' | 'rejected' | 'suspended';

const COLOURS = { applied: 'blue', accepted: 'green', rejected: 'default', suspended: 'red' } as const;
const LABELS: Readonly<Record<Decision, string>> = {
  accepted: 'Accept',
  rejected: 'Reject',
  suspended: 'Suspend',
};
/** What may be decided of a trader in a state. */
const CHOICES: Readonly<Record<Trader['state'], readonly Decision[]>> = {
  applied: ['accepted', 'rejected'],
  accepted: ['suspended'],
  suspended: ['accepted'],
  rejected: [],
};
const PAGE_SIZE = 20;

/** The operator's word, with its reason; the trader reads it. */
function Decide({ trader, state, close }: { trader: Trader; state: Decision; close: () => void }) {
  const [reason, setReason] = useState('');
  const { message } = App.useApp();
  const queries = useQueryClient();
  const decide = useMutation({
    mutationFn: () => api.post('console/trader_decide', { uid: trader.uid, state, reason }),
    onSuccess: async () => {
      void message.success('Done.');
      await queries.invalidateQueries({ queryKey: ['console/traders'] });
      close();
    },
  });
  return (
    <Modal
      open
      title={`${LABELS[state]} ${trader.nickname} (${trader.uid})`}
      okText={LABELS[state]}
      okButtonProps={{ disabled: reason.trim().length < 3 }}
      onOk={() => decide.mutate()}
      onCancel={close}
      confirmLoading={decide.isPending}
    >
      <Failure error={decide.error} />
      <p>{trader.about}</p>
      <Input.TextArea
        aria-label="Reason"
        placeholder="Reason; the trader reads it"
        rows={3}
        maxLength={300}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
    </Modal>
  );
}

/** Which traders are listed; undefined is all of them. */
function StateFilter({
  state,
  onChange,
}: {
  state: Trader['state'] | undefined;
  onChange: (state: Trader['state'] | undefined) => void;
}) {
  return (
    <Select
      aria-label="State"
      style={{ width: 160 }}
      value={state ?? 'all'}
      onChange={(value) => onChange(value === 'all' ? undefined : (value as Trader['state']))}
      options={['applied', 'accepted', 'suspended', 'rejected', 'all'].map((value) => ({
        value,
        label: value,
      }))}
    />
  );
}

/** Applications to be copied, and traders who are. */
export function Traders() {
  const [state, setState] = useState<Trader['state'] | undefined>('applied');
  const [page, setPage] = useState(1);
  const [deciding, setDeciding] = useState<{ trader: Trader; state: Decision } | null>(null);
  const traders = useCall('console/traders', {
    ...(state === undefined ? {} : { state }),
    ...{ page, limit: PAGE_SIZE },
  });
  const me = useCall('console/me', {});
  const may = me.data?.role === 'risk' || me.data?.role === 'admin';
  return (
    <Page
      title="Traders"
      hint="Figures come from closed positions. A suspension ends all following; open copies stay."
      actions={
        <StateFilter
          state={state}
          onChange={(next) => {
            setState(next);
            setPage(1);
          }}
        />
      }
    >
      <Failure error={traders.error} retry={() => void traders.refetch()} />
      <Table<Trader>
        rowKey="uid"
        size="small"
        loading={traders.isLoading}
        dataSource={traders.data?.data ?? []}
        pagination={{
          current: page,
          pageSize: PAGE_SIZE,
          total: traders.data?.total ?? 0,
          onChange: setPage,
        }}
        scroll={{ x: true }}
        columns={[
          { title: 'UID', dataIndex: 'uid' },
          { title: 'Nickname', dataIndex: 'nickname' },
          { title: 'State', render: (_, row) => <Tag color={COLOURS[row.state]}>{row.state}</Tag> },
          { title: 'About', dataIndex: 'about' },
          { title: 'Trades', dataIndex: 'trades', align: 'right' },
          { title: 'Profit, USDT', dataIndex: 'total_profit', align: 'right' },
          { title: 'Followers', dataIndex: 'followers', align: 'right' },
          { title: 'Reason', dataIndex: 'reason' },
          {
            title: '',
            render: (_, row) =>
              may && (
                <Flex gap={8}>
                  {CHOICES[row.state].map((choice) => (
                    <Button key={choice} onClick={() => setDeciding({ trader: row, state: choice })}>
                      {LABELS[choice]}
                    </Button>
                  ))}
                </Flex>
              ),
          },
        ]}
      />
      {deciding && <Decide {...deciding} close={() => setDeciding(null)} />}
    </Page>
  );
}
