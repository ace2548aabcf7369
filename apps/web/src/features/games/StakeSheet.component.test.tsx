import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import type { ReplyOf } from '../../lib/calls.ts';
import { closeSession } from '../../lib/session.ts';
import { factOf, fillIn, here, openApp, push, server, tap, toastText } from '../../testing/app.tsx';
import { CURRENCIES, emptyPage } from '../../testing/fixtures.ts';
import {
  ANSWERED,
  CONFIG,
  DETAIL,
  ENTRY,
  LIMITS,
  ROUND,
  SETTLED_ENTRY,
} from '../../testing/games-fixtures.ts';
import type { Config, RoundDetail } from './round.ts';

type Caller = NonNullable<Config['caller']>;

const INDEX: ReplyOf<'market/index'> = {
  match_id: 7,
  price: '50312.1',
  time: 1,
  stale: false,
  broken: false,
  source: 'simulated',
  sources: [],
};

const pageOf = <Row,>(...data: Row[]) => ({ ...emptyPage(), data, total: data.length });

/** Answers what the screen of a round reads. */
function answer(detail: RoundDetail, caller: Partial<Caller> = {}, available = '1234.5'): void {
  server
    .reply('game/round', detail)
    .reply('game/entries', emptyPage())
    .reply('market/index', INDEX)
    .reply('currency/list', CURRENCIES)
    .reply('game/config', {
      ...CONFIG,
      currencies: CONFIG.currencies.map((currency) => ({ ...currency, available })),
      caller: { quiz_passed: true, region_allowed: true, limits: LIMITS, ...caller },
    });
}

async function openSheet(name: RegExp): Promise<{ user: UserEvent; sheet: HTMLElement }> {
  const user = await openApp(`/pages/game/round?id=${ROUND.id}`);
  await tap(user, name);
  return { user, sheet: await screen.findByRole('dialog', { name: 'Your guess' }) };
}

test('the sheet states the whole consequence, and sends stake, option and the hash that was shown', async () => {
  answer(DETAIL);
  const { user, sheet } = await openSheet(/^Yes/);
  server.reply('game/enter', ENTRY);
  await fillIn(user, 'Stake', '100');
  expect(factOf(sheet, 'You pay')).toBe('100USDT');
  expect(factOf(sheet, 'Payout if right')).toBe('316.666666USDT');
  expect(factOf(sheet, 'Profit if right')).toBe('+216.666666USDT');
  expect(factOf(sheet, 'If wrong, you lose')).toBe('100USDT');
  expect(factOf(sheet, 'Available after')).toBe('1,134.5USDT');
  expect(within(sheet).getByText(/The fee of 5% of the pool .* If nobody is right/)).toBeTruthy();
  await user.dblClick(within(sheet).getByRole('button', { name: 'Confirm 100 USDT' }));
  await waitFor(() => expect(toastText()).toBe('Your guess is in'));
  expect(server.sent('game/enter')).toEqual([{ id: '41', option: '2', amount: '100', hash: ROUND.hash }]);
});

test('a stake of someone else changes the payout while the sheet is open', async () => {
  // The app keeps pushed pools; no other test shows this round.
  const id = 43;
  answer({ ...DETAIL, id });
  const { user, sheet } = await openSheet(/^Yes/);
  await fillIn(user, 'Stake', '100');
  await push('games', [
    {
      id,
      pool: '1900',
      entries: 7,
      options: [
        { pool: '1700', entries: 5 },
        { pool: '200', entries: 2 },
      ],
      settled: false,
    },
  ]);
  await waitFor(() => expect(factOf(sheet, 'Payout if right')).toBe('633.333333USDT'));
});

test('the only stake warns that even the right answer pays less', async () => {
  const options = ROUND.options.map((option) => ({ ...option, pool: '0', entries: 0, multiple: null }));
  answer({ ...DETAIL, pool: '0', entries: 0, options });
  const { user, sheet } = await openSheet(/^Yes/);
  await user.click(within(sheet).getByRole('button', { name: '100' }));
  expect(factOf(sheet, 'Payout if right')).toBe('95USDT');
  expect(factOf(sheet, 'Profit if right')).toBe('-5USDT');
  expect(within(sheet).getByText(/even the right answer pays less than your stake/)).toBeTruthy();
});

test.each([
  ['4', '5 to 500 USDT'],
  ['5.0000001', 'At most 6 decimals'],
  ['300', 'Insufficient balance'],
])('a stake of %s is not sent: %s', async (amount, error) => {
  answer(DETAIL, {}, '299.999999');
  const { user, sheet } = await openSheet(/^No/);
  await fillIn(user, 'Stake', amount);
  await user.click(within(sheet).getByRole('button', { name: /^Confirm/ }));
  expect(within(sheet).getByRole('alert').textContent).toBe(error);
  expect(server.sent('game/enter')).toEqual([]);
});

test('max takes what balance and limits allow', async () => {
  answer({ ...DETAIL, own_stake: '650' });
  const { user, sheet } = await openSheet(/^No/);
  await user.click(within(sheet).getByRole('button', { name: 'Max' }));
  expect(within(sheet).getByLabelText('Stake')).toHaveProperty('value', '150');
});

test('a refused daily limit stands at the amount, a closed round above the button', async () => {
  answer(DETAIL);
  const { user, sheet } = await openSheet(/^Yes/);
  server.refuse('game/enter', 'option_daily_stake', 'Your own daily limit of 50 is reached.');
  await fillIn(user, 'Stake', '100');
  const confirm = within(sheet).getByRole('button', { name: 'Confirm 100 USDT' });
  const before = server.sent('game/config').length;
  await user.click(confirm);
  await within(sheet).findByText('Your own daily limit of 50 is reached.');
  await waitFor(() => expect(server.sent('game/config').length).toBeGreaterThan(before));
  server.refuse('game/enter', 'game_terms_changed', 'Please reload the round.');
  await user.click(confirm);
  expect(await within(sheet).findByText('Please reload the round.')).toBeTruthy();
  expect(within(sheet).getByLabelText('Stake')).toHaveProperty('value', '100');
});

test('before the quiz the sheet leads to it', async () => {
  answer(DETAIL, { quiz_passed: false });
  server.reply('game/quiz', { version: 1, questions: [] }).reply('areas', []);
  const { user, sheet } = await openSheet(/^Yes/);
  await user.click(await within(sheet).findByRole('link', { name: 'Take the risk quiz' }));
  await waitFor(() => expect(here()).toBe('/pages/game/quiz'));
});

test('a region without games and a break offer no stake', async () => {
  answer(DETAIL, { region_allowed: false });
  const { sheet } = await openSheet(/^Yes/);
  expect(await within(sheet).findByText('Games are not offered in your region.')).toBeTruthy();
  expect(within(sheet).queryByLabelText('Stake')).toBeNull();
});

test('a running break names its end', async () => {
  answer(DETAIL, { limits: { ...LIMITS, cooling_until_ms: Date.now() + 3_600_000 } });
  const { sheet } = await openSheet(/^Yes/);
  expect(await within(sheet).findByText(/^Paused until/)).toBeTruthy();
  expect(within(sheet).getByRole('link', { name: 'Your own limits' })).toBeTruthy();
});

test('a visitor is asked to log in', async () => {
  server
    .reply('game/round', DETAIL)
    .reply('game/config', { ...CONFIG, caller: null })
    .reply('market/index', INDEX)
    .reply('currency/list', CURRENCIES);
  const user = await openApp(`/pages/game/round?id=${ROUND.id}`);
  closeSession();
  await tap(user, /^Yes/);
  const sheet = await screen.findByRole('dialog', { name: 'Your guess' });
  expect(await within(sheet).findByRole('button', { name: 'Log in' })).toBeTruthy();
});

test('a price round says what the index would answer now', async () => {
  answer(DETAIL);
  await openApp(`/pages/game/round?id=${ROUND.id}`);
  expect(await screen.findByText('Answer at this price')).toBeTruthy();
  expect(factOf(screen.getByRole('main'), 'Answer at this price')).toBe('Yes');
});

test('an answer of operators shows its evidence and can be disputed with a reason', async () => {
  answer(ANSWERED);
  server.reply('game/entries', pageOf({ ...ENTRY, round_id: 42, status: 4 }));
  const user = await openApp('/pages/game/round?id=42');
  expect(await screen.findByRole('link', { name: 'Source: stats.example.com' })).toHaveProperty(
    'rel',
    'noopener noreferrer',
  );
  await tap(user, 'Dispute the answer');
  const sheet = await screen.findByRole('dialog', { name: 'Dispute the answer' });
  await user.type(within(sheet).getByLabelText('Reason'), 'short');
  await user.click(within(sheet).getByRole('button', { name: 'Send' }));
  expect(within(sheet).getByRole('alert').textContent).toBe('Write at least 10 characters');
  server.reply('game/dispute', {
    id: 5,
    round_id: 42,
    question: ANSWERED.question,
    reason: 'Tron had more of them.',
    state: 'open',
    answer: null,
    created_at: '2026-11-01 10:00:00',
    created_ms: 1,
    decided_ms: null,
  });
  await fillIn(user, 'Reason', 'Tron had more of them.');
  await user.click(within(sheet).getByRole('button', { name: 'Send' }));
  await waitFor(() => expect(toastText()).toBe('Your dispute is under review'));
  expect(server.sent('game/dispute')).toEqual([{ id: '42', reason: 'Tron had more of them.' }]);
});

test('a settled guess leads to its receipt', async () => {
  // The screen of the test before is shown until this one is loaded.
  answer(ANSWERED);
  server
    .reply('game/record', {
      right: 1,
      missed: 0,
      returned: 0,
      open: 0,
      staked: '100',
      paid: '237.5',
      net: '137.5',
      hit_rate: '100',
    })
    .reply('game/entries', pageOf(SETTLED_ENTRY));
  const user = await openApp('/pages/game/game?tab=mine');
  await screen.findByText('Net PnL');
  await user.click(await screen.findByRole('button', { name: /Yes/ }));
  const sheet = await screen.findByRole('dialog', { name: 'Your guess' });
  expect(factOf(sheet, 'Payout')).toBe('237.5USDT');
  expect(within(sheet).getByRole('link', { name: 'Check the receipt' }).getAttribute('href')).toContain(
    `subject=${SETTLED_ENTRY.id}`,
  );
});
