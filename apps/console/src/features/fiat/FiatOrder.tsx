import { Alert, Drawer, Skeleton } from 'antd';
import { useCallback } from 'react';
import { api, useCall } from '../../lib/api.ts';
import { words } from '../../lib/format.ts';
import { useMay } from '../../lib/rights.ts';
import { AskForm } from '../../ui/AskForApproval.tsx';
import { Facts } from '../../ui/Facts.tsx';
import { Failure, Part } from '../../ui/Page.tsx';
import { PrivatePicture } from '../../ui/PrivatePicture.tsx';
import { Reject } from '../../ui/Reject.tsx';
import { isOpen, isRefundable } from './decisions.ts';
import { Events } from './Events.tsx';
import { orderFacts } from './facts.tsx';
import { LinesOf } from './LinesOf.tsx';
import { REASONS } from './words.ts';
import type { Known } from './words.ts';

/** Warnings before crediting. */
function Warnings({ facts }: { facts: Known }) {
  const notes = [
    ...(facts.payer_matches === false
      ? [`The payer is not the verified person: ${facts.payer.full_name}, verified ${facts.verified_name}`]
      : []),
    ...(facts.payer_matches === null ? ['No verified name is known for this account'] : []),
    ...facts.proof_duplicates.map(
      (other) => `The same proof was sent for ${other.reference} of UID ${other.uid}`,
    ),
    ...(facts.dispute === null ? [] : [`Its payment is disputed at the bank: ${words(facts.dispute)}`]),
    ...(facts.events.some(({ outcome }) => outcome === 'charged_back')
      ? ['The provider took the money back']
      : []),
  ];
  return notes.map((note) => (
    <Alert key={note} type="warning" showIcon title={note} style={{ marginBottom: 8 }} />
  ));
}

function Proof({ address }: { address: string }) {
  const load = useCallback(() => api.kept(address), [address]);
  return <PrivatePicture load={load} name="Proof of payment" />;
}

/** Rejects an open purchase, or refunds a paid one. */
function Decisions({ facts, close }: { facts: Known; close: () => void }) {
  const may = useMay();
  if (isOpen(facts) && may('console/fiat_reject'))
    return (
      <Part title="Reject">
        <Reject
          reasons={REASONS}
          label="Words to the buyer"
          said="Rejected. The buyer was notified."
          close={close}
          send={(fields) => api.post('console/fiat_reject', { id: facts.id, ...fields })}
        />
      </Part>
    );
  if (isRefundable(facts) && may('console/fiat_refund'))
    return (
      <Part title="Give the money back">
        <AskForm
          button="Ask for a refund"
          danger
          close={close}
          send={({ reason }) => api.post('console/fiat_refund', { id: facts.id, reason })}
        />
      </Part>
    );
  return null;
}

/** A purchase with its facts, proof, matching statement lines, and decisions. */
export function FiatOrder({ id, close }: { id: number; close: () => void }) {
  const order = useCall('console/fiat_order', { id });
  const facts = order.data;
  return (
    <Drawer open size={900} title={facts ? `Purchase ${facts.reference}` : 'Purchase'} onClose={close}>
      <Failure error={order.error} retry={() => void order.refetch()} />
      {order.isLoading && <Skeleton active />}
      {facts && (
        <>
          <Warnings facts={facts} />
          <Facts label="Purchase" facts={orderFacts(facts)} />
          {facts.proof !== null && (
            <Part title="Proof">
              <Proof address={facts.proof} />
            </Part>
          )}
          <LinesOf facts={facts} />
          <Events events={facts.events} />
          <Decisions facts={facts} close={close} />
        </>
      )}
    </Drawer>
  );
}
