import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import type { AllReplies } from '../../lib/calls.ts';
import { openApp, server, tap } from '../../testing/app.tsx';
import { CURRENCIES, emptyPage } from '../../testing/fixtures.ts';

afterEach(() => vi.useRealTimers());

/** Opens the filters of all movements. */
async function openFilters(): Promise<UserEvent> {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(2026, 10, 23, 12) });
  server
    .reply('currency/list', CURRENCIES)
    .reply('wallet/bill_kinds', [])
    .reply('wallet/bills', { ...emptyPage(), next: null });
  const user = await openApp('/pages/setting/bill?view=entries');
  await tap(user, 'Filters');
  return user;
}

const dayButton = (name: string): HTMLElement => screen.getByRole('button', { name });

test('a day is chosen with the keyboard, and sent as midnight where the user is', async () => {
  const user = await openFilters();
  await tap(user, 'From: Any date');
  await waitFor(() => expect(document.activeElement).toBe(dayButton('Monday, November 23, 2026')));
  await user.keyboard('{ArrowUp}{ArrowLeft}');
  expect(document.activeElement).toBe(dayButton('Sunday, November 15, 2026'));
  await user.keyboard('{PageUp}{End}');
  expect(document.activeElement).toBe(dayButton('Saturday, October 17, 2026'));
  await user.keyboard('{Enter}');
  await screen.findByRole('button', { name: 'From: Oct 17, 2026' });
  await waitFor(() =>
    expect(server.sent('wallet/bills').at(-1)).toMatchObject({
      from: String(new Date(2026, 9, 17).getTime()),
    }),
  );
});

test('a range cannot end before it begins, nor in the future', async () => {
  const user = await openFilters();
  await tap(user, 'From: Any date');
  await user.click(dayButton('Friday, November 20, 2026'));
  await tap(user, 'To: Any date');
  const calendar = await screen.findByRole('grid', { name: 'Choose a date' });
  const open = within(calendar)
    .getAllByRole<HTMLButtonElement>('button')
    .filter(({ disabled }) => !disabled)
    .map(({ textContent }) => textContent);
  expect(open).toEqual(['20', '21', '22', '23']);
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Next month' }).disabled).toBe(true);
  // Without a way past the end: the key stays on the last day.
  await waitFor(() => expect(document.activeElement).toBe(dayButton('Monday, November 23, 2026')));
  await user.keyboard('{ArrowRight}');
  expect(document.activeElement).toBe(dayButton('Monday, November 23, 2026'));
});

test('a chosen day is taken back', async () => {
  const user = await openFilters();
  await tap(user, 'From: Any date');
  await user.click(dayButton('Friday, November 20, 2026'));
  await tap(user, 'From: Nov 20, 2026');
  await user.click(
    within(await screen.findByRole('dialog', { name: 'From' })).getByRole('button', { name: 'Any date' }),
  );
  await screen.findByRole('button', { name: 'From: Any date' });
});

/** A movement of 5 BTC to the exchange account. */
const movement = (id: number): AllReplies['wallet/bills']['data'][number] => ({
  ...{ id, journal_id: id, value: '5', held: '0', info: `Movement ${id}`, kind: 'transfer', type: 2 },
  ...{ currency: 1, currency_name: 'BTC', before: '0', after: '5', proof: null },
  ...{ created_time: '2026-11-01 10:00:00', created_ms: id },
});

test('more movements are read from where the last page ended, until there are none', async () => {
  const user = await openFilters();
  server.reply('wallet/bills', ({ fields }) =>
    fields['cursor'] === undefined
      ? { ...emptyPage(), data: [movement(9)], next: 'c1' }
      : { ...emptyPage(), data: [movement(8)], next: null },
  );
  await tap(user, 'BTC');
  await tap(user, 'Confirm');
  await screen.findByText('Movement 9');
  await tap(user, 'Show more');
  await screen.findByText('Movement 8');
  expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();
  expect(server.sent('wallet/bills').slice(-2)).toEqual([
    { currency: '1', limit: '20' },
    { currency: '1', limit: '20', cursor: 'c1' },
  ]);
});
