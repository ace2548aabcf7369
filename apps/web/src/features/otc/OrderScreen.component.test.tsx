import type { ReplyOf } from '@karat/contract';
import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { factOf, fillIn, openApp, server, tap, toastText } from '../../testing/app.tsx';

type Order = ReplyOf<'otc/order_detail'>;
type Dispute = Order['disputes'][number];

const BOUGHT = Date.parse('2026-01-01T10:00:00Z');
const OPENED = BOUGHT + 86_400_000;
const ORDER: Order = {
  id: 7,
  reference: 'RF18KRT000000007',
  status: 3,
  state: 'successful',
  reason: null,
  note: '',
  country: 'US',
  currency: 'USD',
  method: 'card',
  amount: '150',
  price: '1',
  received: '149.5',
  ordered_amount: null,
  ordered_received: null,
  dispute: null,
  currency_name: 'USDT',
  simulated: false,
  expires_ms: BOUGHT,
  created_at: '2026-01-01 10:00:00',
  created_ms: BOUGHT,
  payer: { first_name: 'A', last_name: 'L', full_name: 'A L', email: 'a@b.example', phone: '+1', tax_id: '' },
  bank: null,
  proof: null,
  steps: [{ state: 'successful', at_ms: BOUGHT }],
  disputes: [],
};
const DISPUTE: Dispute = {
  id: 31,
  state: 'open',
  reason: 'unrecognised',
  amount: '120',
  currency: 'USD',
  claim: '119.6',
  held: '80.25',
  recovered: '0',
  loss: '0',
  due_ms: OPENED + 604_800_000,
  opened_ms: OPENED,
  ended_ms: null,
  steps: [{ step: 'open', at_ms: OPENED }],
  answers: [],
  may_answer: true,
};

async function openOrder(order: Partial<Order>): Promise<UserEvent> {
  server.reply('otc/order_detail', { ...ORDER, ...order });
  const user = await openApp('/pages/otc/otc?id=7');
  await screen.findByRole('heading', { name: 'Steps' });
  return user;
}
const part = () => screen.findByRole('region', { name: 'Payment disputed' });

test('a purchase without a dispute says that its coins are in the account', async () => {
  await openOrder({});
  screen.getByText('Your USDT is in your exchange account.');
  expect(screen.queryByRole('region', { name: 'Payment disputed' })).toBeNull();
});

test('an open dispute shows what is held, why, and its place in the timeline', async () => {
  await openOrder({ dispute: 'open', disputes: [DISPUTE] });
  const dispute = await part();
  expect(factOf(dispute, 'Held')).toBe('80.25USDT');
  expect(factOf(dispute, 'Disputed amount')).toBe('120USD');
  expect(factOf(dispute, 'Reason')).toBe('Not recognised');
  const steps = within(screen.getByRole('region', { name: 'Steps' })).getAllByRole('listitem');
  expect(steps.map((step) => step.textContent?.replace(/Jan.*|[0-9].*/u, ''))).toEqual([
    'Payment successful',
    'Disputed',
  ]);
  expect(screen.queryByText('Your USDT is in your exchange account.')).toBeNull();
});

test('the user answers once, and nothing is sent without words', async () => {
  const user = await openOrder({ dispute: 'open', disputes: [DISPUTE] });
  await tap(user, 'Send answer');
  await screen.findByText('Write at least a few words');
  const answer = { text: 'I paid this', image: null, at_ms: OPENED + 1_000 };
  server.reply('otc/dispute_answer', ORDER);
  server.reply('otc/order_detail', {
    ...ORDER,
    dispute: 'open',
    disputes: [{ ...DISPUTE, answers: [answer] }],
  });
  await fillIn(user, 'What do you know about this payment?', 'I paid this');
  await user.dblClick(screen.getByRole('button', { name: 'Send answer' }));
  await waitFor(() => expect(toastText()).toBe('Answer sent'));
  expect(server.sent('otc/dispute_answer')).toEqual([{ id: '31', text: 'I paid this' }]);
  await screen.findByText('You answered');
});

test('a refused answer says why and keeps the words', async () => {
  const user = await openOrder({ dispute: 'open', disputes: [DISPUTE] });
  server.refuse('otc/dispute_answer', 'fiat_dispute_state', 'This dispute has been decided already');
  await fillIn(user, 'What do you know about this payment?', 'I paid this');
  await tap(user, 'Send answer');
  await screen.findByText('This dispute has been decided already');
  screen.getByDisplayValue('I paid this');
});

test('a settled dispute names what came back, our loss, and no debt', async () => {
  const settled = {
    state: 'recovered',
    held: '0',
    recovered: '80.25',
    loss: '39.35',
    may_answer: false,
  } as const;
  await openOrder({ dispute: 'recovered', disputes: [{ ...DISPUTE, ...settled }] });
  const dispute = await part();
  expect(factOf(dispute, 'Taken back')).toBe('80.25USDT');
  expect(factOf(dispute, 'Our loss')).toBe('39.35USDT');
  within(dispute).getByText(/you owe nothing/u);
  expect(within(dispute).queryByRole('button')).toBeNull();
});

test('a settled dispute without a loss names none, and one that cost no coins takes none back', async () => {
  const recovered = { state: 'recovered', held: '0', recovered: '119.6', may_answer: false } as const;
  const waived = {
    id: 32,
    state: 'waived',
    held: '0',
    loss: '119.6',
    may_answer: false,
    steps: [{ step: 'open', at_ms: OPENED + 1 }],
  } satisfies Partial<Dispute>;
  await openOrder({
    dispute: 'recovered',
    disputes: [
      { ...DISPUTE, ...recovered },
      { ...DISPUTE, ...waived },
    ],
  });
  const [first, second] = await screen.findAllByRole('region', { name: 'Payment disputed' });
  if (!first || !second) throw new Error('two disputes are shown');
  within(first).getByText(/You owe nothing more/u);
  expect(within(first).queryByText('Our loss')).toBeNull();
  expect(within(second).queryByText('Taken back')).toBeNull();
  expect(factOf(second, 'Our loss')).toBe('119.6USDT');
});

test('the timeline begins with the order, and what was paid is past', async () => {
  await openOrder({ steps: [{ state: 'to_be_paid', at_ms: BOUGHT - 1 }, ...ORDER.steps] });
  const [placed] = within(screen.getByRole('region', { name: 'Steps' })).getAllByRole('listitem');
  expect(placed?.textContent).toMatch(/^Order placed/u);
  expect(factOf(document.body, 'You paid')).toBe('150USD');
});

test('a purchase that was paid in part shows both amounts', async () => {
  await openOrder({ ordered_amount: '160', ordered_received: '159.4' });
  screen.getByText(/^Another amount arrived than you ordered/u);
  expect(factOf(document.body, 'Ordered')).toBe('160USD');
});
