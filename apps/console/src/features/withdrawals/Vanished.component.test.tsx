import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { RISK, openConsole, server } from '../../testing/console.tsx';

const ROW = {
  id: 7,
  uid: 100_001,
  network: 'bitcoin',
  currency_name: 'BTC',
  number: '3.2',
  payee: 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq',
  txid: 'ab'.repeat(32),
  vanished_height: 800_000,
  dead_height: 800_001,
  blocks: 6,
  blocks_needed: 6,
  asked: false,
};
const FINANCE = { ...RISK, role: 'finance' as const };

async function open(who: typeof RISK | typeof FINANCE) {
  const user = openConsole('/withdrawals', who);
  await user.click(await screen.findByRole('tab', { name: 'Vanished inputs' }));
  return user;
}

test('only a payout that can never confirm is offered to be paid again, with a reason', async () => {
  server.reply('console/withdrawals_vanished', [
    ROW,
    { ...ROW, id: 8, blocks: 2 },
    { ...ROW, id: 9, dead_height: null, blocks: 0 },
    { ...ROW, id: 10, asked: true },
  ]);
  server.reply('console/withdrawal_again', { asked: 5 });
  const user = await open(FINANCE);
  expect(await screen.findByText('spent elsewhere for 2 of 6 blocks')).toBeTruthy();
  expect(screen.getByText('may still confirm')).toBeTruthy();
  expect(screen.getByText('second person asked')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Pay again' }));
  const dialog = await screen.findByRole('dialog');
  await user.type(within(dialog).getByLabelText('Reason'), 'spent elsewhere');
  await user.click(within(dialog).getByRole('button', { name: 'Ask for approval' }));
  await expect
    .poll(() => server.sent('console/withdrawal_again'))
    .toEqual([{ id: 7, reason: 'spent elsewhere' }]);
});

test('operators who do not pay see the list without the button', async () => {
  server.reply('console/withdrawals_vanished', [ROW]);
  await open(RISK);
  expect(await screen.findByText('can never confirm')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Pay again' })).toBeNull();
});
