import { Tag } from 'antd';
import { moment, words } from '../../lib/format.ts';
import type { Fact } from '../../ui/Facts.tsx';
import { Figure } from '../../ui/columns.tsx';
import { UserLink } from '../../ui/UserLink.tsx';
import type { Known } from './words.ts';
import { STATE_COLOURS } from './words.ts';

/** Facts of a purchase: buyer, payer, amount, outcome. */
export const orderFacts = (facts: Known): readonly Fact[] => [
  [
    'State',
    <span key="state">
      <Tag color={STATE_COLOURS[facts.state]}>{words(facts.state)}</Tag>
      {facts.second_person !== null && <Tag color="orange">needs a second operator</Tag>}
    </span>,
  ],
  [
    'User',
    <span key="user">
      <UserLink uid={facts.uid} />, level {facts.level}, at most <Figure value={facts.limit} unit="USDT" />{' '}
      each
    </span>,
  ],
  ['Verified name', facts.verified_name ?? '–'],
  ['Payer', `${facts.payer.full_name} (${facts.payer.email}, ${facts.payer.phone})`],
  ['Tax number', facts.payer.tax_id === '' ? '–' : facts.payer.tax_id],
  [
    'Pays',
    <span key="pays">
      <Figure value={facts.amount} unit={facts.currency} /> from {facts.country} by {words(facts.method)}
    </span>,
  ],
  [
    'Receives',
    <span key="receives">
      <Figure value={facts.received} unit="USDT" /> at <Figure value={facts.price} />
    </span>,
  ],
  ['Paid to', facts.bank ? `${facts.bank.account_number}, ${facts.bank.bank_name}` : 'provider'],
  ['Expires', `${moment(facts.expires_ms)} UTC`],
  [
    'Steps',
    facts.steps.map(({ state, at_ms }) => <div key={state}>{`${moment(at_ms)} ${words(state)}`}</div>),
  ],
  [
    'Purchases of the user',
    facts.history.map(({ state, orders, received }) => (
      <div key={state}>
        {words(state)}: {orders}, <Figure value={received} unit="USDT" />
      </div>
    )),
  ],
  ...(facts.note === '' ? [] : [['Note', facts.note] as const]),
];
