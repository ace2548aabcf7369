import type { ReplyOf } from '@karat/contract';
import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { RISK, dialogNamed, openConsole, server } from '../../testing/console.tsx';

type Known = ReplyOf<'console/fiat_order'>;
type Line = Known['lines'][number];

const FINANCE: typeof RISK = { ...RISK, role: 'finance' };
const LINE: Line = {
  id: 31,
  statement_id: 4,
  account: 'DE1',
  bank_reference: 'B-77',
  booked_on: '2026-11-20',
  amount: '100',
  currency: 'EUR',
  payer: 'Ann Example',
  remittance: 'RF18',
  reference: 'RF18',
  order_id: 12,
  state: 'matched',
  mismatch: null,
  note: '',
  imported_by: 'Paul',
  own_import: false,
  part_received: null,
};
const ORDER: Known = {
  id: 12,
  reference: 'RF18',
  status: 2,
  state: 'proof_sent',
  reason: null,
  note: '',
  country: 'DE',
  currency: 'EUR',
  method: 'swift',
  amount: '100',
  price: '0.9',
  received: '111.11',
  ordered_amount: null,
  ordered_received: null,
  dispute: null,
  currency_name: 'USDT',
  simulated: false,
  expires_ms: 1,
  created_at: '2026-11-20 00:00:00',
  created_ms: 1,
  payer: {
    first_name: 'Ann',
    last_name: 'Example',
    full_name: 'Ann Example',
    email: '',
    phone: '',
    tax_id: '',
  },
  bank: null,
  proof: null,
  steps: [],
  disputes: [],
  uid: 100_001,
  level: 1,
  limit: '5000',
  verified_name: 'Ann Example',
  payer_matches: true,
  second_person: null,
  lines: [LINE],
  proof_duplicates: [],
  history: [],
  events: [],
};

const page = <Row,>(...data: Row[]) => ({
  ...{ current_page: 1, data, last_page: 1, per_page: 20, total: data.length },
});

async function openOrder(order: Partial<Known> = {}, operator = FINANCE) {
  const facts = { ...ORDER, ...order };
  const { payer, lines, ...row } = facts;
  server
    .reply(
      'console/fiat_orders',
      page({ ...row, payer_name: payer.full_name, lines: lines.length, proof_duplicates: 0 }),
    )
    .reply('console/fiat_order', facts);
  const user = openConsole('/fiat', operator);
  await user.click(await screen.findByText('RF18'));
  const drawer = await dialogNamed('Purchase RF18');
  return { user, drawer };
}
const buttons = (where: HTMLElement): readonly (string | null)[] =>
  within(where)
    .queryAllByRole('button', { name: /Confirm|Credit|Send back|Reject|refund/ })
    .map(({ textContent }) => textContent);
const dialog = async (user: UserEvent, where: HTMLElement, button: string, title: string) => {
  await user.click(await within(where).findByRole('button', { name: button }));
  return dialogNamed(title);
};

test('a purchase is credited against the line that pays it, by a double click once', async () => {
  const { user, drawer } = await openOrder();
  server.reply('console/fiat_confirm', { approval: null });
  const asked = await dialog(user, drawer, 'Confirm', 'Credit this purchase');
  expect(within(asked).getByText(/to UID 100001/).textContent).toContain('USDT');
  await user.dblClick(within(asked).getByRole('button', { name: 'Credit' }));
  await screen.findByText('Credited. The buyer has been notified.');
  expect(server.sent('console/fiat_confirm')).toEqual([{ id: 12, line_id: 31 }]);
});

test('above a limit a second operator is asked, and the message says so', async () => {
  const { user, drawer } = await openOrder({ second_person: 'user' });
  server.reply('console/fiat_confirm', { approval: 9 });
  const asked = await dialog(user, drawer, 'Confirm', 'Credit this purchase');
  await within(asked).findByText(
    /what single operators confirmed for this user in the last 24 hours exceeds/,
  );
  await user.click(within(asked).getByRole('button', { name: 'Ask for approval' }));
  await screen.findByText('Asked as request 9. Somebody else has to approve it.');
});

test('nobody credits a line of the own import, in whole or in part, or sends it back', async () => {
  const { user, drawer } = await openOrder({ lines: [{ ...LINE, own_import: true, part_received: '50.5' }] });
  const whole = await dialog(user, drawer, 'Confirm', 'Credit this purchase');
  const isDisabled = (where: HTMLElement, name: string) =>
    within(where).getByRole<HTMLButtonElement>('button', { name }).disabled;
  expect(isDisabled(whole, 'Credit')).toBe(true);
  const part = await dialog(user, drawer, 'Credit part', 'Credit what arrived');
  expect(isDisabled(part, 'Credit')).toBe(true);
  expect(isDisabled(drawer, 'Send back')).toBe(true);
});

test('a part is credited or sent back with the number of its line', async () => {
  const { user, drawer } = await openOrder({
    lines: [{ ...LINE, amount: '45', mismatch: 'amount', part_received: '50.5' }],
  });
  server.reply('console/fiat_part_accept', { approval: 8 }).otherwise('empty');
  const part = await dialog(user, drawer, 'Credit part', 'Credit what arrived');
  expect(within(part).getByText('50.5').textContent).toContain('USDT to UID 100001');
  await user.click(within(part).getByRole('button', { name: 'Credit' }));
  await screen.findByText('Asked as request 8. Somebody else has to approve it.');
  expect(server.sent('console/fiat_part_accept')).toEqual([{ id: 12, line_id: 31 }]);
  const back = await dialog(user, drawer, 'Send back', 'Send 45 EUR back');
  await user.type(within(back).getByLabelText('Words to the buyer'), 'Too little');
  await user.click(within(back).getByRole('button', { name: 'Send back' }));
  await waitFor(() =>
    expect(server.sent('console/fiat_part_return')).toEqual([{ id: 12, line_id: 31, note: 'Too little' }]),
  );
});

test.each<[string, Partial<Known>, typeof RISK, readonly string[]]>([
  ['with a fitting line', {}, FINANCE, ['Confirm', 'Reject']],
  ['for a role without the right', { lines: [{ ...LINE, part_received: '5' }] }, RISK, []],
  ['that is paid by card', { state: 'successful', method: 'card' }, FINANCE, ['Ask for a refund']],
])('decisions of a purchase %s', async (_, order, operator, names) => {
  const { drawer } = await openOrder(order, operator);
  await within(drawer).findByText('Lines of statements');
  await waitFor(() => expect(buttons(drawer)).toEqual(names));
});

test('warnings name another payer, a proof that was used, and money that went back', async () => {
  const { drawer } = await openOrder({
    payer_matches: false,
    verified_name: 'Bea Other',
    proof_duplicates: [{ id: 3, uid: 100_002, reference: 'RF99', state: 'successful' }],
    events: [{ event_id: 'e', kind: 'dispute', amount: '1', outcome: 'charged_back', at_ms: 1 }],
  });
  await within(drawer).findByText('The payer is not the verified person: Ann Example, verified Bea Other');
  within(drawer).getByText('The same proof was sent for RF99 of UID 100002');
  within(drawer).getByText('The provider took the money back');
});

test('another state starts at the first page, and all states are no filter', async () => {
  server.reply('console/fiat_orders', page<never>());
  const user = openConsole('/fiat', FINANCE);
  await screen.findByText('No purchase is waiting for a decision');
  await user.click(screen.getByText('All'));
  await user.type(screen.getByLabelText('Search purchases'), ' RF18 {Enter}');
  await waitFor(() =>
    expect(
      server
        .sent('console/fiat_orders')
        .map(({ lang: _, ...fields }) => fields)
        .at(-1),
    ).toMatchObject({
      keyword: 'RF18',
    }),
  );
  const [first, last] = [server.sent('console/fiat_orders')[0], server.sent('console/fiat_orders').at(-1)];
  expect([first?.['status'], last?.['status']]).toEqual(['2', undefined]);
});
