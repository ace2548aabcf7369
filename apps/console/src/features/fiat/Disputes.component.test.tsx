import type { ReplyOf } from '@karat/contract';
import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { RISK, dialogNamed, openConsole, server } from '../../testing/console.tsx';

type Dispute = ReplyOf<'console/fiat_dispute'>;
type Exception = ReplyOf<'console/fiat_exceptions'>['data'][number];

const FINANCE: typeof RISK = { ...RISK, login: 'femi', role: 'finance' };
const QUEUED: ReplyOf<'console/fiat_disputes'>['data'][number] = {
  id: 31,
  state: 'open',
  reason: 'fraudulent',
  amount: '120',
  currency: 'USD',
  claim: '119.6',
  held: '80.25',
  recovered: '0',
  loss: '0',
  due_ms: Date.parse('2026-01-09T00:00:00Z'),
  opened_ms: 1,
  ended_ms: null,
  steps: [{ step: 'open', at_ms: 1 }],
  answers: [{ text: 'I paid this', image: null, at_ms: 2 }],
  may_answer: true,
  uid: 100234,
  order_id: 7,
  reference: 'RF18KRT000000007',
  provider: 'stripe',
  evidence_ms: null,
};
const DISPUTE: Dispute = {
  ...QUEUED,
  payer_name: 'Alice L',
  payer_email: 'a@b.example',
  verified_name: 'Alice Liddell',
  received: '149.5',
  paid_ms: 1,
  available: '12.5',
  reserve: '900000',
  is_withdrawn: true,
  is_reinstated: false,
  evidence: null,
  evidence_by: null,
  asked: false,
};
const EXCEPTION: Exception = {
  id: 5,
  kind: 'differs',
  provider: 'stripe',
  subject: 'pi_1',
  order_id: 7,
  reference: 'RF18KRT000000007',
  uid: 100234,
  amount: '99',
  currency: 'USD',
  state: 'open',
  refundable: true,
  decided_by: null,
  note: '',
  at_ms: 1,
};
const pageOf = <Row,>(row: Row) => ({ current_page: 1, data: [row], last_page: 1, per_page: 20, total: 1 });

async function openDispute(dispute: Partial<Dispute> = {}, operator = FINANCE): Promise<UserEvent> {
  server
    .reply('console/fiat_disputes', pageOf({ ...QUEUED, state: dispute.state ?? 'open' }))
    .reply('console/fiat_dispute', { ...DISPUTE, ...dispute });
  const user = openConsole('/fiat', operator);
  await user.click(await screen.findByRole('tab', { name: 'Disputes' }));
  await user.click(await screen.findByRole('row', { name: /RF18KRT000000007/ }));
  return user;
}
const drawer = (): Promise<HTMLElement> => dialogNamed('Dispute of RF18KRT000000007');

test('evidence is sent once, and what the user said is read before', async () => {
  const user = await openDispute();
  const view = await drawer();
  within(view).getByText('I paid this');
  server.reply('console/fiat_dispute_evidence', 'ok');
  await user.type(within(view).getByLabelText(/^Evidence for the bank/), 'Paid with a code of the bank');
  await user.dblClick(within(view).getByRole('button', { name: 'Send evidence' }));
  await screen.findByText(/^Evidence is on its way/);
  expect(server.sent('console/fiat_dispute_evidence')).toEqual([
    { id: 31, text: 'Paid with a code of the bank' },
  ]);
});

test('a lost dispute asks a second person, once', async () => {
  const user = await openDispute({ state: 'lost', may_answer: false });
  const view = await drawer();
  server.reply('console/fiat_dispute_settle', { approval: 12 });
  await user.type(within(view).getByLabelText('Reason'), 'the bank has decided');
  await user.dblClick(within(view).getByRole('button', { name: 'Ask for approval' }));
  await screen.findByText('Asked. Somebody else has to approve it.');
  expect(server.sent('console/fiat_dispute_settle')).toEqual([
    { id: 31, how: 'recover', reason: 'the bank has decided' },
  ]);
});

test.each([
  ['while a request waits', { state: 'lost', asked: true } as const, FINANCE],
  ['for a role that only reads', { state: 'lost' } as const, RISK],
  ['after evidence was sent', { evidence: 'Paid with a code', evidence_by: 'femi' } as const, FINANCE],
])('nothing is decided %s', async (_, dispute, operator) => {
  await openDispute(dispute, operator);
  const view = await drawer();
  await within(view).findByText('Account for chargebacks');
  expect(within(view).queryByRole('button', { name: /Ask for approval|Send evidence/ })).toBeNull();
});

test('an exception is sent back with a note', async () => {
  server.reply('console/fiat_exceptions', pageOf(EXCEPTION)).reply('console/fiat_exception_close', 'ok');
  const user = openConsole('/fiat', FINANCE);
  await user.click(await screen.findByRole('tab', { name: 'Exceptions' }));
  const row = await screen.findByRole('row', { name: /pi_1/ });
  within(row).getByText('Another amount or currency than ordered was paid');
  await user.click(within(row).getByRole('button', { name: 'Send back' }));
  const dialog = await dialogNamed('Send this payment back');
  await user.type(within(dialog).getByLabelText('Note for the books'), 'paid 99');
  await user.dblClick(within(dialog).getByRole('button', { name: 'Send back' }));
  await waitFor(() =>
    expect(server.sent('console/fiat_exception_close')).toEqual([{ id: 5, how: 'refund', note: 'paid 99' }]),
  );
});

test.each([
  ['of another role', EXCEPTION, RISK],
  ['that is closed', { ...EXCEPTION, state: 'settled', decided_by: 'femi' } as const, FINANCE],
])('an exception %s has no decision', async (_, exception, operator) => {
  server.reply('console/fiat_exceptions', pageOf(exception));
  const user = openConsole('/fiat', operator);
  await user.click(await screen.findByRole('tab', { name: 'Exceptions' }));
  const row = await screen.findByRole('row', { name: /pi_1/ });
  expect(within(row).queryByRole('button', { name: /Send back|Dismiss/ })).toBeNull();
});
