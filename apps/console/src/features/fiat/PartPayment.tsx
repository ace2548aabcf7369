import { Alert, Button, Flex, Modal } from 'antd';
import { useState } from 'react';
import { api } from '../../lib/api.ts';
import { AskForApproval } from '../../ui/AskForApproval.tsx';
import { Facts } from '../../ui/Facts.tsx';
import { Figure } from '../../ui/columns.tsx';
import { Failure } from '../../ui/Page.tsx';
import { useDecision } from '../../ui/useDecision.ts';
import type { Known } from './words.ts';

type Line = Known['lines'][number];

interface PartProps {
  readonly facts: Known;
  readonly line: Line;
  /** USDT for what arrived. */
  readonly received: string;
}

/** Shows what was ordered and what arrived, and credits what arrived. */
function Accept({ facts, line, received, close }: PartProps & { readonly close: () => void }) {
  const accept = useDecision(
    () => api.post('console/fiat_part_accept', { id: facts.id, line_id: line.id }),
    ({ approval }) =>
      approval === null
        ? 'Credited for what arrived. The buyer has been notified.'
        : `Asked as request ${approval}. Somebody else has to approve it.`,
    close,
  );
  return (
    <Modal
      open
      title="Credit what arrived"
      okText="Credit"
      okButtonProps={{ disabled: line.own_import }}
      confirmLoading={accept.isPending}
      onOk={() => accept.mutate(undefined)}
      onCancel={close}
    >
      <Failure error={accept.error} />
      {line.own_import && (
        <Alert
          type="warning"
          showIcon
          style={{ marginBottom: 12 }}
          title="You imported this line: somebody else has to decide about it."
        />
      )}
      <Facts
        facts={[
          ['Purchase', `${facts.reference}, ${facts.payer.full_name}`],
          ['Ordered for', <Figure key="ordered" value={facts.amount} unit={facts.currency} />],
          ['Arrived', <Figure key="arrived" value={line.amount} unit={line.currency} />],
          ['Instead of', <Figure key="whole" value={facts.received} unit="USDT" />],
          ['Credits', <Figure key="credits" value={received} unit={`USDT to UID ${facts.uid}`} />],
        ]}
      />
    </Modal>
  );
}

/** Decisions about a line that brought another amount: credit that, or send it back. */
export function PartPayment({ facts, line, received }: PartProps) {
  const [open, setOpen] = useState<'accept' | 'return' | null>(null);
  const close = (): void => setOpen(null);
  return (
    <Flex gap={8}>
      <Button size="small" onClick={() => setOpen('accept')}>
        Credit part
      </Button>
      <Button size="small" danger disabled={line.own_import} onClick={() => setOpen('return')}>
        Send back
      </Button>
      {open === 'accept' && <Accept facts={facts} line={line} received={received} close={close} />}
      {open === 'return' && (
        <AskForApproval
          title={`Send ${line.amount} ${line.currency} back`}
          hint="The purchase ends, and its buyer reads these words. The money itself is sent back at the bank."
          reason="Words to the buyer"
          button="Send back"
          said="The purchase has ended. The buyer was notified."
          danger
          close={close}
          send={({ reason }) =>
            api.post('console/fiat_part_return', { id: facts.id, line_id: line.id, note: reason })
          }
        />
      )}
    </Flex>
  );
}
