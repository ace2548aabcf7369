import { Alert, Button, Modal } from 'antd';
import { useState } from 'react';
import { api } from '../../lib/api.ts';
import { Facts } from '../../ui/Facts.tsx';
import { Figure } from '../../ui/columns.tsx';
import { Failure } from '../../ui/Page.tsx';
import { useDecision } from '../../ui/useDecision.ts';
import type { Known } from './words.ts';

type Line = Known['lines'][number];

const LIMITS = {
  operator: 'what you confirmed alone in the last 24 hours',
  user: 'what single operators confirmed for this user in the last 24 hours',
  day: 'what single operators confirmed in the last 24 hours',
};

/**
 * Shows order and statement line side by side and credits, or requests a second approval; refused for the importer of
 * the line.
 */
export function ConfirmLine({ facts, line }: { facts: Known; line: Line }) {
  const [open, setOpen] = useState(false);
  const confirm = useDecision(
    () => api.post('console/fiat_confirm', { id: facts.id, line_id: line.id }),
    ({ approval }) =>
      approval === null
        ? 'Credited. The buyer has been notified.'
        : `Asked as request ${approval}. Somebody else has to approve it.`,
    () => setOpen(false),
  );
  const blocked = line.own_import;
  const above = facts.second_person;
  return (
    <>
      <Button type="primary" size="small" onClick={() => setOpen(true)}>
        Confirm
      </Button>
      {open && (
        <Modal
          open
          title="Credit this purchase"
          okText={above === null ? 'Credit' : 'Ask for approval'}
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
              title="You imported this line: somebody else has to confirm the purchase."
            />
          )}
          {!blocked && above !== null && (
            <Alert
              type="info"
              showIcon
              style={{ marginBottom: 12 }}
              title={`A second operator has to approve it: with this purchase, ${LIMITS[above]} exceeds the limit.`}
            />
          )}
          <Facts
            facts={[
              ['Purchase', `${facts.reference}, ${facts.payer.full_name}`],
              ['Ordered for', <Figure key="ordered" value={facts.amount} unit={facts.currency} />],
              ['Line', `${line.bank_reference}, ${line.payer}`],
              ['Arrived', <Figure key="arrived" value={line.amount} unit={line.currency} />],
              ['Credits', <Figure key="credits" value={facts.received} unit={`USDT to UID ${facts.uid}`} />],
            ]}
          />
        </Modal>
      )}
    </>
  );
}
