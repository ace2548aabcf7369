import type { ReplyOf } from '@karat/contract';
import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { RISK, dialogNamed, openConsole, server } from '../../testing/console.tsx';

type Withdrawal = ReplyOf<'console/withdrawal'>;

/** Every amount differs from the others. */
const QUEUED: ReplyOf<'console/withdrawals'>['data'][number] = {
  id: 41,
  currency: 3,
  currency_name: 'USDT',
  type: 0,
  network: 'eth',
  address: '0x52908400098527886E0F7030069857D2E4169EE7',
  number: '100.5',
  rate: '1.25',
  receive: '99.25',
  status: 1,
  state: 'requested',
  waits: null,
  release_ms: null,
  reason: null,
  reason_text: '',
  txid: '',
  may_cancel: true,
  created_at: '2026-01-01 00:00:00',
  created_ms: 1,
  uid: 100234,
  usdt: '100.5',
  notes: [],
  approvals: 1,
  asked: false,
};

const WITHDRAWAL: Withdrawal = {
  ...QUEUED,
  digest: 'e'.repeat(64),
  steps: [{ state: 'requested', at: '2026-01-01 00:00:00', at_ms: 1, note: '', by: 'user' }],
  payee: {},
  single_limit: null,
  facts: {
    level: 2,
    account_age_days: 77,
    credentials_hold_ms: null,
    protected_until_ms: null,
    first_payment_accepted: true,
    shared_with: [],
    paid_to_payee: 0,
    done_count: 4,
    done_usdt: '321',
    rejected_count: 1,
    pending_count: 2,
    used_btc: '0.1',
    cap_btc: '0.5',
    auto_limit_usdt: '50',
    two_limit_usdt: '5000',
  },
  problem: '',
  attempts: [],
};

async function openReview(withdrawal: Partial<Withdrawal> = {}, operator = RISK): Promise<UserEvent> {
  server
    .reply('console/withdrawals', { current_page: 1, data: [QUEUED], last_page: 1, per_page: 20, total: 1 })
    .reply('console/withdrawal', { ...WITHDRAWAL, ...withdrawal });
  const user = openConsole('/withdrawals', operator);
  await user.click(await screen.findByRole('row', { name: /^41 / }));
  return user;
}

const drawer = (): Promise<HTMLElement> => dialogNamed('Withdrawal 41');

async function fillApproval(user: UserEvent, review: HTMLElement): Promise<void> {
  await user.type(await within(review).findByLabelText('One-time code'), '123456');
  await user.type(within(review).getByLabelText('Why it is right'), 'known payee');
}

async function approve(user: UserEvent, review: HTMLElement, button: string): Promise<void> {
  await fillApproval(user, review);
  await user.dblClick(within(review).getByRole('button', { name: button }));
}

test('shows what leaves and what arrives, and reads the audited review once', async () => {
  await openReview();
  const review = await drawer();
  await within(review).findByText('What is known');
  for (const text of ['100.5', '1.25', '99.25', '77 days', 'shown and accepted', 'never'])
    expect(within(review).getAllByText(text).length).toBeGreaterThan(0);
  expect(server.sent('console/withdrawal')).toEqual([{ id: '41' }]);
});

test('approves the digest that is shown, once', async () => {
  const user = await openReview();
  server.reply('console/withdrawal_approve', { state: 'approved', asked: null });
  await approve(user, await drawer(), 'Approve');
  await screen.findByText('Approved.');
  expect(server.sent('console/withdrawal_approve')).toEqual([
    { id: 41, digest: WITHDRAWAL.digest, totp: '123456', reason: 'known payee' },
  ]);
});

test('a second click before the button is busy sends nothing', async () => {
  const user = await openReview();
  server.reply('console/withdrawal_approve', { state: 'approved', asked: null });
  const review = await drawer();
  await fillApproval(user, review);
  const button = within(review).getByRole('button', { name: 'Approve' });
  const sent = () => server.sent('console/withdrawal_approve').length;
  button.click();
  // Without a turn of the event loop, which would render the button as busy.
  for (let turn = 0; turn < 1_000 && sent() === 0; turn += 1) await Promise.resolve();
  button.click();
  await screen.findByText('Approved.');
  expect(sent()).toBe(1);
});

test('a large one asks for a second person', async () => {
  const user = await openReview({ approvals: 2 });
  server.reply('console/withdrawal_approve', { state: 'requested', asked: 12 });
  await approve(user, await drawer(), 'Request second approval');
  await screen.findByText('Asked. Somebody else has to approve it.');
});

test.each([
  ['operator', /You have reached the amount/],
  ['user', /for this user/],
  ['day', /Single operators/],
] as const)(
  'above the limit of one %s in 24 hours it asks for a second person',
  async (single_limit, why) => {
    const user = await openReview({ single_limit });
    const review = await drawer();
    await within(review).findByText(why);
    server.reply('console/withdrawal_approve', { state: 'requested', asked: 12 });
    await approve(user, review, 'Request second approval');
    await screen.findByText('Asked. Somebody else has to approve it.');
  },
);

test('one that waits for the second person cannot be approved again', async () => {
  await openReview({ asked: true });
  const review = await drawer();
  await within(review).findByText(/A second operator decides under Approvals/);
  expect(within(review).queryByRole('button', { name: 'Approve' })).toBeNull();
});

test('shows a refusal and keeps the review open', async () => {
  const user = await openReview();
  server.refuse('console/withdrawal_approve', 'totp_wrong', 'That code is wrong.');
  const review = await drawer();
  await approve(user, review, 'Approve');
  await within(review).findByText('That code is wrong.');
  expect(within(review).getByLabelText('Why it is right')).toHaveProperty('value', 'known payee');
});

test('an approval that turns out to need a second person says so', async () => {
  const user = await openReview();
  server.reply('console/withdrawal_approve', { state: 'requested', asked: 12 });
  await approve(user, await drawer(), 'Approve');
  await screen.findByText('Asked. Somebody else has to approve it.');
});

test('an approved one can still be rejected', async () => {
  await openReview({ state: 'approved' });
  const review = await drawer();
  await within(review).findByRole('button', { name: 'Reject' });
  expect(within(review).queryByRole('button', { name: 'Approve' })).toBeNull();
});

test('a rejection needs its reason from the list', async () => {
  const user = await openReview();
  const review = await drawer();
  await user.click(await within(review).findByRole('button', { name: 'Reject' }));
  await within(review).findByText('Choose a reason');
  expect(server.sent('console/withdrawal_reject')).toEqual([]);
});

test('support looks and decides nothing', async () => {
  await openReview({}, { ...RISK, role: 'support' });
  const review = await drawer();
  await within(review).findByText('What is known');
  await waitFor(() => expect(within(review).queryByRole('button', { name: /Approve|Reject/ })).toBeNull());
});

test.each(['confirmed', 'cancelled', 'broadcast'] as const)(
  'a %s one is neither approved nor rejected',
  async (state) => {
    await openReview({ state });
    const review = await drawer();
    await within(review).findByText('What is known');
    expect(within(review).queryByRole('button', { name: /Approve|Reject/ })).toBeNull();
  },
);
