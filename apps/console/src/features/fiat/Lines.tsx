import type { FiatLineState, ReplyOf } from '@karat/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { App, Button, Form, Input, Modal, Segmented, Table, Tag } from 'antd';
import { useState } from 'react';
import { api, useCall } from '../../lib/api.ts';
import { Failure } from '../../ui/Page.tsx';
import { ImportStatement } from './ImportStatement.tsx';
import { LINE_COLOURS } from './words.ts';

type Line = ReplyOf<'console/fiat_lines'>['data'][number];

const PAGE = 20;
const REFRESH_MS = 5_000;
const STATES = ['unmatched', 'matched', 'used', 'set_aside'] as const;

function PutAside({ line, close }: { line: Line; close: () => void }) {
  const { message } = App.useApp();
  const queries = useQueryClient();
  const aside = useMutation({
    mutationFn: ({ note }: { note: string }) => api.post('console/fiat_line_aside', { id: line.id, note }),
    onSuccess: async () => {
      void message.success('Put aside');
      close();
      await queries.invalidateQueries({ queryKey: ['console/fiat_lines'] });
    },
  });
  return (
    <Modal open title={`Put ${line.bank_reference} aside`} footer={null} onCancel={close}>
      <Failure error={aside.error} />
      <Form layout="vertical" onFinish={(fields: { note: string }) => aside.mutate(fields)}>
        <Form.Item name="note" label="What becomes of the money" rules={[{ required: true, min: 3 }]}>
          <Input.TextArea rows={2} maxLength={300} />
        </Form.Item>
        <Button htmlType="submit" type="primary" loading={aside.isPending}>
          Put aside
        </Button>
      </Form>
    </Modal>
  );
}

/** Imports of statements, and every line with what it pays for or why it does not. */
export function Lines() {
  const [state, setState] = useState<FiatLineState>('unmatched');
  const [page, setPage] = useState(1);
  const [aside, setAside] = useState<Line | null>(null);
  const lines = useCall('console/fiat_lines', { state, page, limit: PAGE }, REFRESH_MS);
  const me = useCall('console/me', {});
  const mayDecide = me.data?.role === 'finance' || me.data?.role === 'admin';
  return (
    <>
      {mayDecide && <ImportStatement />}
      <Segmented
        options={[...STATES]}
        value={state}
        style={{ margin: '16px 0' }}
        onChange={(next) => {
          setState(next);
          setPage(1);
        }}
      />
      <Failure error={lines.error} retry={() => void lines.refetch()} />
      <Table<Line>
        rowKey="id"
        size="small"
        loading={lines.isLoading}
        dataSource={lines.data?.data ?? []}
        locale={{ emptyText: 'No lines here' }}
        scroll={{ x: true }}
        pagination={{
          current: page,
          pageSize: PAGE,
          total: lines.data?.total ?? 0,
          onChange: setPage,
          showSizeChanger: false,
        }}
        columns={[
          { title: 'Booked', dataIndex: 'booked_on' },
          { title: 'Account', dataIndex: 'account' },
          { title: 'Bank reference', dataIndex: 'bank_reference' },
          { title: 'Amount', align: 'right', render: (_, line) => `${line.amount} ${line.currency}` },
          { title: 'Payer', dataIndex: 'payer' },
          { title: 'Remittance', dataIndex: 'remittance' },
          { title: 'Reference', dataIndex: 'reference' },
          {
            title: 'State',
            render: (_, line) => (
              <>
                <Tag color={LINE_COLOURS[line.state]}>{line.state}</Tag>
                {line.mismatch !== null && <Tag color="red">{line.mismatch}</Tag>}
              </>
            ),
          },
          { title: 'Note', dataIndex: 'note' },
          {
            title: '',
            render: (_, line) =>
              mayDecide &&
              (line.state === 'unmatched' || line.state === 'matched') && (
                <Button onClick={() => setAside(line)}>Put aside</Button>
              ),
          },
        ]}
      />
      {aside && <PutAside line={aside} close={() => setAside(null)} />}
    </>
  );
}
