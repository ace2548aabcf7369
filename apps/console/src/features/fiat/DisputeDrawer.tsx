import type { ReplyOf } from '@karat/contract';
import { Alert, Button, Drawer, Form, Input, Select, Skeleton, Tag, Typography } from 'antd';
import { useCallback } from 'react';
import { api, useCall } from '../../lib/api.ts';
import { moment, words } from '../../lib/format.ts';
import { useMay } from '../../lib/rights.ts';
import { AskForm } from '../../ui/AskForApproval.tsx';
import { Facts } from '../../ui/Facts.tsx';
import { Figure } from '../../ui/columns.tsx';
import { Failure, Part } from '../../ui/Page.tsx';
import { PrivatePicture } from '../../ui/PrivatePicture.tsx';
import { UserLink } from '../../ui/UserLink.tsx';
import { useDecision } from '../../ui/useDecision.ts';
import { DISPUTE_COLOURS, DISPUTE_REASONS, providerName } from './words.ts';

type Dispute = ReplyOf<'console/fiat_dispute'>;

const EVIDENCE_MIN = 20;
const EVIDENCE_MAX = 10_000;

function Answer({ answer }: { answer: Dispute['answers'][number] }) {
  const { text, image, at_ms } = answer;
  const load = useCallback(() => api.kept(image ?? ''), [image]);
  return (
    <div style={{ marginBottom: 12 }}>
      <Typography.Text type="secondary">{`${moment(at_ms)} UTC`}</Typography.Text>
      <Typography.Paragraph style={{ whiteSpace: 'pre-wrap', marginBottom: 0 }}>{text}</Typography.Paragraph>
      {image !== null && <PrivatePicture load={load} name="Picture of the user" />}
    </div>
  );
}

/** Sends evidence to the bank, once. */
function Evidence({ id, close }: { id: number; close: () => void }) {
  const send = useDecision(
    ({ text }: { text: string }) => api.post('console/fiat_dispute_evidence', { id, text }),
    'Evidence is on its way to the bank. The user is notified when it is there.',
    close,
  );
  return (
    <Form<{ text: string }> layout="vertical" requiredMark={false} onFinish={(fields) => send.mutate(fields)}>
      <Failure error={send.error} />
      <Form.Item
        name="text"
        label="Evidence for the bank; it is read once and cannot be changed"
        rules={[
          {
            required: true,
            whitespace: true,
            min: EVIDENCE_MIN,
            message: `At least ${EVIDENCE_MIN} characters`,
          },
        ]}
      >
        <Input.TextArea autoSize={{ minRows: 4, maxRows: 12 }} maxLength={EVIDENCE_MAX} />
      </Form.Item>
      <Button type="primary" htmlType="submit" loading={send.isPending}>
        Send evidence
      </Button>
    </Form>
  );
}

const WAYS = [
  { value: 'recover', label: 'Take the held coins back to the house' },
  { value: 'waive', label: 'Leave the coins to the user' },
] as const;

/** Asks a second person to settle a lost dispute. */
function Settle({ dispute, close }: { dispute: Dispute; close: () => void }) {
  return (
    <AskForm<{ how: 'recover' | 'waive' }>
      button="Ask for approval"
      danger
      close={close}
      initial={{ how: 'recover' }}
      send={({ how, reason }) => api.post('console/fiat_dispute_settle', { id: dispute.id, how, reason })}
    >
      <Form.Item name="how" label="Settlement">
        <Select options={[...WAYS]} />
      </Form.Item>
    </AskForm>
  );
}

const factsOf = (dispute: Dispute) =>
  [
    [
      'State',
      <Tag key="state" color={DISPUTE_COLOURS[dispute.state]}>
        {words(dispute.state)}
      </Tag>,
    ],
    ['User', <UserLink key="user" uid={dispute.uid} />],
    ['Reason', DISPUTE_REASONS[dispute.reason]],
    ['Payer', `${dispute.payer_name} (${dispute.payer_email})`],
    ['Verified name', dispute.verified_name ?? '–'],
    ['Disputed', <Figure key="disputed" value={dispute.amount} unit={dispute.currency} />],
    ['Provider', providerName(dispute.provider)],
    ['Sold for it', <Figure key="claim" value={dispute.claim} unit="USDT" />],
    ['Held now', <Figure key="held" value={dispute.held} unit="USDT" />],
    ['Available of the user', <Figure key="available" value={dispute.available} unit="USDT" />],
    ['Back to the house', <Figure key="recovered" value={dispute.recovered} unit="USDT" />],
    ['Loss of the house', <Figure key="loss" value={dispute.loss} unit="USDT" />],
    ['Account for chargebacks', <Figure key="reserve" value={dispute.reserve} unit="USDT" />],
    [
      'Money at the provider',
      dispute.is_reinstated ? 'given back to us' : dispute.is_withdrawn ? 'taken from us' : 'not moved',
    ],
    ['Purchase paid', dispute.paid_ms === null ? '–' : `${moment(dispute.paid_ms)} UTC`],
    ['Evidence until', dispute.due_ms === null ? '–' : `${moment(dispute.due_ms)} UTC`],
    [
      'Steps',
      dispute.steps.map(({ step, at_ms }) => <div key={step}>{`${moment(at_ms)} UTC: ${words(step)}`}</div>),
    ],
  ] as const;

function Decisions({ dispute, close }: { dispute: Dispute; close: () => void }) {
  const may = useMay();
  if (dispute.evidence !== null)
    return (
      <>
        <Part title={`Evidence of ${dispute.evidence_by ?? '–'}`}>
          <Typography.Paragraph style={{ whiteSpace: 'pre-wrap' }}>{dispute.evidence}</Typography.Paragraph>
        </Part>
        {dispute.state === 'lost' && may('console/fiat_dispute_settle') && (
          <Settling dispute={dispute} close={close} />
        )}
      </>
    );
  if (dispute.state === 'open' && may('console/fiat_dispute_evidence'))
    return (
      <Part title="Answer the bank">
        <Evidence id={dispute.id} close={close} />
      </Part>
    );
  return dispute.state === 'lost' && may('console/fiat_dispute_settle') ? (
    <Settling dispute={dispute} close={close} />
  ) : null;
}

function Settling({ dispute, close }: { dispute: Dispute; close: () => void }) {
  return (
    <Part title="Settle">
      {dispute.asked ? (
        <Alert type="info" showIcon title="A settlement waits for a second person under Approvals." />
      ) : (
        <Settle dispute={dispute} close={close} />
      )}
    </Part>
  );
}

/** A disputed payment with its facts, the answers of the user, and decisions. */
export function DisputeDrawer({ id, close }: { id: number; close: () => void }) {
  const read = useCall('console/fiat_dispute', { id });
  const dispute = read.data;
  return (
    <Drawer open size={760} title={dispute ? `Dispute of ${dispute.reference}` : 'Dispute'} onClose={close}>
      <Failure error={read.error} retry={() => void read.refetch()} />
      {read.isLoading && <Skeleton active />}
      {dispute && (
        <>
          <Facts label="Dispute" facts={factsOf(dispute)} />
          {dispute.answers.length > 0 && (
            <Part title="What the user says">
              {dispute.answers.map((answer) => (
                <Answer key={answer.at_ms} answer={answer} />
              ))}
            </Part>
          )}
          <Decisions dispute={dispute} close={close} />
        </>
      )}
    </Drawer>
  );
}
