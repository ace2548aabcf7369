import type { ReplyOf } from '@karat/contract';
import { Alert, Descriptions, Divider, Drawer, Skeleton, Table, Tag, Typography } from 'antd';
import { useCall } from '../../lib/api.ts';
import { moment } from '../../lib/format.ts';
import { Failure } from '../../ui/Page.tsx';
import { ConfirmLine } from './ConfirmLine.tsx';
import { ProofPicture } from './ProofPicture.tsx';
import { Refund, Reject } from './Reject.tsx';
import { LINE_COLOURS, STATE_COLOURS } from './words.ts';

export type Facts = ReplyOf<'console/fiat_order'>;

/** What speaks against crediting, in one look. */
function Warnings({ facts }: { facts: Facts }) {
  const notes = [
    ...(facts.payer_matches === false
      ? [`The payer is not the verified person: ${facts.payer.full_name}, verified ${facts.verified_name}`]
      : []),
    ...(facts.payer_matches === null ? ['No verified name is known for this account'] : []),
    ...facts.proof_duplicates.map(
      (other) => `The same proof was sent for ${other.reference} of UID ${other.uid}`,
    ),
    ...(facts.events.some(({ outcome }) => outcome === 'charged_back')
      ? ['The provider took the money back']
      : []),
  ];
  return notes.map((note) => (
    <Alert key={note} type="warning" showIcon title={note} style={{ marginBottom: 8 }} />
  ));
}

function Order({ facts }: { facts: Facts }) {
  const rows = [
    ['User', `UID ${facts.uid}, level ${facts.level}, at most ${facts.limit} USDT each`],
    ['Verified name', facts.verified_name ?? '–'],
    ['Payer', `${facts.payer.full_name} (${facts.payer.email}, ${facts.payer.phone})`],
    ['Tax number', facts.payer.tax_id === '' ? '–' : facts.payer.tax_id],
    ['Pays', `${facts.amount} ${facts.currency} from ${facts.country} by ${facts.method}`],
    ['Receives', `${facts.received} USDT at ${facts.price}${facts.large ? ' (large: two people)' : ''}`],
    ['Paid to', facts.bank ? `${facts.bank.account_number}, ${facts.bank.bank_name}` : 'provider'],
    ['Expires', moment(facts.expires_ms)],
    ['Steps', facts.steps.map(({ state, at_ms }) => `${state} ${moment(at_ms)}`).join(' · ')],
    ['History', facts.history.map((row) => `${row.state}: ${row.orders} (${row.received} USDT)`).join(' · ')],
  ] as const;
  return (
    <Descriptions
      column={1}
      bordered
      size="small"
      items={[
        {
          key: 'State',
          label: 'State',
          children: <Tag color={STATE_COLOURS[facts.state]}>{facts.state}</Tag>,
        },
        ...rows.map(([label, children]) => ({ key: label, label, children })),
      ]}
    />
  );
}

function LinesOf({ facts, mayDecide }: { facts: Facts; mayDecide: boolean }) {
  return (
    <Table
      rowKey="id"
      size="small"
      pagination={false}
      dataSource={facts.lines}
      locale={{ emptyText: 'No line of a statement names this purchase yet' }}
      scroll={{ x: true }}
      columns={[
        { title: 'Booked', dataIndex: 'booked_on' },
        { title: 'Amount', render: (_, line) => `${line.amount} ${line.currency}` },
        { title: 'Payer', dataIndex: 'payer' },
        { title: 'Remittance', dataIndex: 'remittance' },
        { title: 'Imported by', dataIndex: 'imported_by' },
        {
          title: 'State',
          render: (_, line) => (
            <>
              <Tag color={LINE_COLOURS[line.state]}>{line.state}</Tag>
              {line.mismatch !== null && <Tag color="red">{`${line.mismatch} differs`}</Tag>}
            </>
          ),
        },
        {
          title: '',
          render: (_, line) =>
            mayDecide &&
            line.mismatch === null &&
            (line.state === 'matched' || line.state === 'unmatched') && (
              <ConfirmLine facts={facts} line={line} />
            ),
        },
      ]}
    />
  );
}

function Events({ facts }: { facts: Facts }) {
  if (facts.events.length === 0) return null;
  return (
    <>
      <Divider>Provider</Divider>
      <Table
        rowKey="event_id"
        size="small"
        pagination={false}
        dataSource={facts.events}
        columns={[
          { title: 'Event', dataIndex: 'kind' },
          { title: 'Amount', dataIndex: 'amount' },
          { title: 'Outcome', dataIndex: 'outcome' },
          { title: 'Told', dataIndex: 'at_ms', render: moment },
        ]}
      />
    </>
  );
}

/** One purchase with its facts, its proof, the lines that may pay it, and the decisions. */
export function FiatOrder({ id, close }: { id: number; close: () => void }) {
  const order = useCall('console/fiat_order', { id });
  const me = useCall('console/me', {});
  const mayDecide = me.data?.role === 'finance' || me.data?.role === 'admin';
  const facts = order.data;
  return (
    <Drawer open size={900} title={facts ? `Purchase ${facts.reference}` : 'Purchase'} onClose={close}>
      <Failure error={order.error} retry={() => void order.refetch()} />
      {facts ? (
        <>
          <Warnings facts={facts} />
          <Order facts={facts} />
          {facts.proof !== null && (
            <>
              <Divider>Proof</Divider>
              <ProofPicture address={facts.proof} />
            </>
          )}
          <Divider>Lines of statements</Divider>
          <LinesOf facts={facts} mayDecide={mayDecide} />
          <Events facts={facts} />
          <Divider />
          {mayDecide && (facts.state === 'to_be_paid' || facts.state === 'proof_sent') && <Reject id={id} />}
          {mayDecide && facts.state === 'successful' && facts.method !== 'swift' && <Refund id={id} />}
          {facts.note !== '' && <Typography.Paragraph>{`Note: ${facts.note}`}</Typography.Paragraph>}
        </>
      ) : (
        <Skeleton active />
      )}
    </Drawer>
  );
}
