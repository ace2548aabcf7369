import { Alert, Button, Modal } from 'antd';
import { useState } from 'react';
import { api } from '../../lib/api.ts';
import { Facts } from '../../ui/Facts.tsx';
import { Figure } from '../../ui/figures.tsx';
import { Failure } from '../../ui/Page.tsx';
import { useDecision } from '../../ui/useDecision.ts';
import type { Known } from './words.ts';

type Line = Known['lines'][number];

/** Shows order and line side by side and credits; a large one never by who imported the line. */
export function ConfirmLine({ facts, line }: { facts: Known; line: Line }) {
  const [open, setOpen] = useState(false);
  const confirm = useDecision(
    () => api.post('console/fiat_confirm', { id: facts.id, line_id: line.id }),
    'Credited. The buyer has been told.',
    () => setOpen(false),
  );
  const blocked = facts.large && line.own_import;
  return (
    <>
      <Button type="primary" size="small" onClick={() => setOpen(true)}>
        Confirm
      </Button>
      <Modal
        open={open}
        title="Credit this purchase"
        okText="Credit"
        okButtonProps={{ disabled: blocked }}
        confirmLoading={confirm.isPending}
        onOk={() => confirm.mutate(undefined)}
        onCancel={() => setOpen(false)}
      >
        <Failure error={confirm.error} />
        {blocked && (
          <Alert
            type="warning"
            showIcon
            style={{ marginBottom: 12 }}
            title="You imported this line: somebody else has to confirm a large purchase."
          />
        )}
        <Facts
          of={[
            ['Purchase', `${facts.reference}, ${facts.payer.full_name}`],
            ['Ordered for', <Figure key="ordered" value={facts.amount} unit={facts.currency} />],
            ['Line', `${line.bank_reference}, ${line.payer}`],
            ['Arrived', <Figure key="arrived" value={line.amount} unit={line.currency} />],
            ['Credits', <Figure key="credits" value={facts.received} unit={`USDT to UID ${facts.uid}`} />],
          ]}
        />
      </Modal>
    </>
  );
}
