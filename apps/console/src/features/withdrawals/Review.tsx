import { WITHDRAWAL_TYPE } from '@karat/contract';
import { useQuery } from '@tanstack/react-query';
import { Drawer, Flex, Progress, Skeleton, Tag, Timeline } from 'antd';
import { api } from '../../lib/api.ts';
import { moment, words } from '../../lib/format.ts';
import { networkName } from '../../lib/networks.ts';
import { useMay } from '../../lib/rights.ts';
import { Facts } from '../../ui/Facts.tsx';
import type { Fact } from '../../ui/Facts.tsx';
import { ExactNumber, Figure } from '../../ui/columns.tsx';
import { Failure, Part } from '../../ui/Page.tsx';
import { UserLink } from '../../ui/UserLink.tsx';
import { Beneficiary } from './Beneficiary.tsx';
import { Decide } from './Decide.tsx';
import { Notes } from './Notes.tsx';
import { COLOURS } from './words.ts';
import type { Withdrawal } from './words.ts';

const exact = (text: string) => (text === '' ? '–' : <ExactNumber>{text}</ExactNumber>);

const paymentOf = (row: Withdrawal): readonly Fact[] => [
  [
    'State',
    <Tag key="state" color={COLOURS[row.state]}>
      {row.state}
    </Tag>,
  ],
  [
    'Amount',
    <Flex key="amount" gap={12} wrap>
      <Figure value={row.number} unit={row.currency_name} />
      {row.currency_name !== 'USDT' && <Figure value={row.usdt} unit="USDT" />}
    </Flex>,
  ],
  ['Fee', <Figure key="fee" value={row.rate} unit={row.currency_name} />],
  ['Receives', <Figure key="receive" value={row.receive} unit={row.currency_name} />],
  ['Network', networkName(row.network)],
  ['Receiver', exact(row.address)],
  ...Object.entries(row.payee)
    .filter(([, value]) => value !== '')
    .map(([name, value]) => [words(name), value] as const),
  ...(row.txid === '' ? [] : [['Transaction', exact(row.txid)] as const]),
  ...(row.release_ms === null
    ? []
    : [['Delayed', `not signed before ${moment(row.release_ms)} UTC; its owner may cancel it`] as const]),
  ...(row.problem === '' ? [] : [['Problem', row.problem] as const]),
  ...(row.reason === null ? [] : [['Not paid because', row.reason_text] as const]),
  ['Digest', exact(row.digest)],
];

/** Used share of the cap in percent, for the bar only. */
const shareOf = ({ used_btc: used, cap_btc: cap }: Withdrawal['facts']): number =>
  Number(cap) === 0 ? 100 : Math.min(100, Math.round((Number(used) / Number(cap)) * 100));

function Cap({ facts }: { facts: Withdrawal['facts'] }) {
  return (
    <>
      <Figure value={facts.used_btc} /> of <Figure value={facts.cap_btc} unit="BTC" />
      <Progress percent={shareOf(facts)} size="small" aria-label="Share of the cap that is used" />
    </>
  );
}

const knownOf = ({ facts, notes, uid }: Withdrawal): readonly Fact[] => [
  ['Noticed', notes.length === 0 ? 'nothing' : <Notes key="notes" notes={notes} />],
  ['User', <UserLink key="user" uid={uid} />],
  ['Verification level', facts.level],
  ['Age of the account', `${facts.account_age_days} days`],
  [
    'Held after a change of credentials',
    facts.credentials_hold_ms === null ? 'no' : `until ${moment(facts.credentials_hold_ms)} UTC`,
  ],
  [
    'Withdraw protection',
    facts.protected_until_ms === null ? 'off' : `on until ${moment(facts.protected_until_ms)} UTC`,
  ],
  [
    'Warning of a first payment',
    facts.first_payment_accepted === null
      ? 'not a first payment'
      : facts.first_payment_accepted
        ? 'shown and accepted'
        : 'not accepted (made by a program, or an app that does not show it)',
  ],
  ['Paid to this receiver before', facts.paid_to_payee === 0 ? 'never' : `${facts.paid_to_payee} times`],
  [
    'Other accounts with this receiver',
    facts.shared_with.length === 0 ? (
      'none'
    ) : (
      <Flex key="shared" gap={8} wrap>
        {facts.shared_with.map((other) => (
          <UserLink key={other} uid={other} />
        ))}
      </Flex>
    ),
  ],
  [
    'Paid out so far',
    <span key="done">
      {facts.done_count}, <Figure value={facts.done_usdt} unit="USDT" />
    </span>,
  ],
  ['Rejected or failed', facts.rejected_count],
  ['Under way', facts.pending_count],
  ['Used of the 24-hour cap', <Cap key="cap" facts={facts} />],
  ['Automatic below', <Figure key="auto" value={facts.auto_limit_usdt} unit="USDT" />],
  ['Two operators from', <Figure key="two" value={facts.two_limit_usdt} unit="USDT" />],
];

/** Every step with its operator. */
function Steps({ steps }: { steps: Withdrawal['steps'] }) {
  return (
    <Timeline
      items={steps.map(({ state, by, at_ms, note }) => ({
        content: `${state} · ${by} · ${moment(at_ms)} UTC ${note}`,
      }))}
    />
  );
}

/** Everything that a review needs; opening it writes one entry to the audit log. */
export function Review({ id, close }: { id: number; close: () => void }) {
  const read = useQuery({
    queryKey: ['console/withdrawal', id],
    queryFn: () => api.get('console/withdrawal', { id }),
    staleTime: Infinity,
    gcTime: 0,
    meta: { once: true },
  });
  const row = read.data;
  const may = useMay();
  return (
    <Drawer open title={`Withdrawal ${id}`} size={680} onClose={close}>
      <Failure error={read.error} retry={() => void read.refetch()} />
      {read.isLoading && <Skeleton active />}
      {row && (
        <>
          <Facts label="Payment" facts={paymentOf(row)} />
          <Part title="What is known">
            <Facts facts={knownOf(row)} />
          </Part>
          {row.type === WITHDRAWAL_TYPE.address && may('console/withdrawal_beneficiary') && (
            <Beneficiary id={id} />
          )}
          <Part title="Steps">
            <Steps steps={row.steps} />
          </Part>
          <Decide row={row} close={close} />
        </>
      )}
    </Drawer>
  );
}
