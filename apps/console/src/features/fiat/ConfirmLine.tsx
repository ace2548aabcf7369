import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Alert, App, Button, Descriptions, Modal } from 'antd';
import { useState } from 'react';
import { api } from '../../lib/api.ts';
import { Failure } from '../../ui/Page.tsx';
import type { Facts } from './FiatOrder.tsx';

type Line = Facts['lines'][number];

/** Shows order and line side by side and credits; a large one never by who imported the line. */
export function ConfirmLine({ facts, line }: { facts: Facts; line: Line }) {
  const [open, setOpen] = useState(false);
  const { message } = App.useApp();
  const queries = useQueryClient();
  const confirm = useMutation({
    mutationFn: () => api.post('console/fiat_confirm', { id: facts.id, line_id: line.id }),
    onSuccess: async () => {
      void message.success('Credited. The buyer has been told.');
      setOpen(false);
      await queries.invalidateQueries();
    },
  });
  const blocked = facts.large && line.own_import;
  const rows = [
    ['Purchase', `${facts.reference}, ${facts.amount} ${facts.currency}, ${facts.payer.full_name}`],
    ['Line', `${line.bank_reference}, ${line.amount} ${line.currency}, ${line.payer}`],
    ['Credits', `${facts.received} USDT to UID ${facts.uid}`],
  ] as const;
  return (
    <>
      <Button type="primary" onClick={() => setOpen(true)}>
        Confirm
      </Button>
      <Modal
        open={open}
        title="Credit this purchase"
        okText="Credit"
        okButtonProps={{ disabled: blocked }}
        confirmLoading={confirm.isPending}
        onOk={() => confirm.mutate()}
        onCancel={() => setOpen(false)}
      >
        <Failure error={confirm.error} />
        {blocked && (
          <Alert
            type="warning"
            showIcon
            title="You imported this line: somebody else has to confirm a large purchase."
          />
        )}
        <Descriptions
          column={1}
          bordered
          size="small"
          items={rows.map(([label, children]) => ({ key: label, label, children }))}
        />
      </Modal>
    </>
  );
}
