import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { go } from '../../../lib/navigation.ts';
import {
  MONEY_READS,
  keepReads,
  factOf,
  fillIn,
  openApp,
  push,
  select,
  server,
  toastText,
} from '../../../testing/app.tsx';
import { DEAL, POSITION } from '../../../testing/contract-fixtures.ts';
import { FUTURES_MARKET, answerMarket } from '../../../testing/trade-screen.ts';
import { setTrade, useTradeSettings } from '../settings.ts';
import type { Deal, Position } from './use-positions.ts';

beforeEach(() => setTrade({ chartOpen: false, stopsBy: 'price', margins: {} }));

async function openTicket(deal: Partial<Deal> = {}): Promise<UserEvent> {
  answerMarket(FUTURES_MARKET).reply('lever/deal', { ...DEAL, ...deal });
  const user = await openApp('/pages/transaction/contract');
  await screen.findAllByText(`${Number(deal.user_lever ?? DEAL.user_lever).toFixed(2)}`);
  return user;
}

const ticket = (): HTMLElement => screen.getByRole('region', { name: 'Futures order' });
const side = (name: 'Open long' | 'Open short'): HTMLElement =>
  within(ticket()).getByRole('button', { name });

async function ask(user: UserEvent, name: 'Open long' | 'Open short'): Promise<HTMLElement> {
  await user.click(side(name));
  return screen.findByRole('dialog', { name: /^Open (long|short) BTC\/USDT$/ });
}
const confirm = (user: UserEvent, dialog: HTMLElement, name: string): Promise<void> =>
  user.click(within(dialog).getByRole('button', { name }));

test('the calculator gives the result after the fees of both fills', async () => {
  const user = await openTicket();
  await fillIn(user, 'Amount', '3');
  await user.click(within(ticket()).getByRole('button', { name: 'Calculator' }));
  const sheet = await screen.findByRole('dialog', { name: 'Calculator' });
  // The size and leverage of the ticket.
  for (const [name, text] of [
    ['Lots', '3'],
    ['Leverage', '10'],
  ] as const)
    expect(within(sheet).getByRole<HTMLInputElement>('textbox', { name }).value).toBe(text);
  for (const [name, text] of [
    ['Entry price', '50000'],
    ['Exit price', '51000'],
    ['Lots', '2'],
  ] as const) {
    const field = within(sheet).getByRole('textbox', { name });
    await user.clear(field);
    await user.type(field, text);
  }
  // 0.002 x 1,000 less 0.06 % of 100 and of 102.
  await waitFor(() => expect(factOf(sheet, 'PnL after fees')).toBe('+1.87USDT'));
  expect(factOf(sheet, 'Est. fee, each way')).toBe('0.0600USDT');
});

test('shows margin, fee and cost of a long at its own price, and sends what was shown', async () => {
  const user = await openTicket();
  server.reply('lever/submit', POSITION);
  await fillIn(user, 'Amount', '2');
  const dialog = await ask(user, 'Open long');
  expect(factOf(dialog, 'Entry price')).toBe('50,000.20USDT');
  expect(factOf(dialog, 'Amount')).toBe('0.002BTC · 2 lots');
  expect(factOf(dialog, 'Cost')).toBe('10.07USDT');
  expect(factOf(dialog, 'Notional')).toBe('100.00USDT');
  expect(factOf(dialog, 'Margin')).toBe('10.01USDT');
  expect(factOf(dialog, 'Est. fee, each way')).toBe('0.0601USDT');
  expect(within(dialog).getByText('Market · Cross · 10×')).toBeTruthy();
  const current = keepReads('lever/my_trade', 'coupon/list', ...MONEY_READS);
  await confirm(user, dialog, 'Open long');
  await waitFor(() => expect(toastText()).toBe('Position opened: 0.002 BTC at 50,000.20 USDT'));
  expect(current()).toEqual([]);
  expect(server.sent('lever/submit')).toEqual([
    {
      currency_id: '1',
      legal_id: '3',
      type: '1',
      status: '1',
      share: '2',
      multiple: '10',
      margin_mode: 'cross',
    },
  ]);
});

test('margin mode and leverage of a market are those of its last visit', async () => {
  const user = await openTicket();
  await select(user, ticket(), 'Margin mode', 'Isolated');
  await select(user, ticket(), 'Leverage', '20×');
  server.otherwise('empty');
  act(() => go.push('/pages/common/faq'));
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Futures order' })).toBeNull());
  act(() => go.back());
  expect(await screen.findByRole('button', { name: 'Leverage: 20×' })).toBeTruthy();
  expect(within(ticket()).getByRole('button', { name: 'Margin mode: Isolated' })).toBeTruthy();
});

test('size, price and stops are there again after the transfer of the missing margin', async () => {
  const user = await openTicket({ user_lever: '5' });
  await select(user, ticket(), 'Order type', 'Limit');
  await fillIn(user, 'Price', '48000.01');
  await fillIn(user, 'Amount', '7');
  await user.click(within(ticket()).getByRole('checkbox', { name: 'TP/SL' }));
  await fillIn(user, 'Stop loss', '47000');
  await user.click(within(ticket()).getByRole('link', { name: 'Transfer' }));
  await screen.findByRole('button', { name: 'Swap directions' });
  act(() => go.back());
  await screen.findByRole('region', { name: 'Futures order' });
  const field = (name: string): string => within(ticket()).getByLabelText<HTMLInputElement>(name).value;
  expect([field('Price'), field('Amount'), field('Stop loss')]).toEqual(['48000.01', '7', '47000']);
});

test('the spread is the distance of the two quoted prices', async () => {
  await openTicket();
  const quotes = screen.getByRole('region', { name: 'Index quotes' });
  expect(within(quotes).getByRole('button', { name: /^Ask 50,000\.20\./ })).toBeTruthy();
  expect(within(quotes).getByRole('button', { name: /^Bid 49,999\.80\./ })).toBeTruthy();
  expect(factOf(quotes, 'Spread')).toBe('0.40');
});

test('a short opens below the index and sends type 2', async () => {
  const user = await openTicket();
  server.reply('lever/submit', { ...POSITION, type: 2 });
  const dialog = await ask(user, 'Open short');
  expect(factOf(dialog, 'Entry price')).toBe('49,999.80USDT');
  await confirm(user, dialog, 'Open short');
  await waitFor(() => expect(server.sent('lever/submit')).toHaveLength(1));
  expect(server.sent('lever/submit')[0]).toMatchObject({ type: '2', share: '1' });
});

test('sends limit price, margin mode, leverage and stops', async () => {
  const user = await openTicket();
  server.reply('lever/submit', { ...POSITION, status: 0, order_kind: 0 });
  await select(user, ticket(), 'Order type', 'Limit');
  await select(user, ticket(), 'Margin mode', 'Isolated');
  await select(user, ticket(), 'Leverage', '20×');
  await fillIn(user, 'Price', '48000.01');
  await user.click(within(ticket()).getByRole('checkbox', { name: 'TP/SL' }));
  await fillIn(user, 'Take profit', '52000');
  await fillIn(user, 'Stop loss', '47000');
  const dialog = await ask(user, 'Open long');
  expect(factOf(dialog, 'Entry price')).toBe('48,000.01USDT');
  await confirm(user, dialog, 'Open long');
  await waitFor(() => expect(toastText()).toBe('Limit order placed'));
  expect(server.sent('lever/submit')[0]).toMatchObject({
    status: '0',
    margin_mode: 'isolated',
    multiple: '20',
    target_price: '48000.01',
    target_profit_price: '52000',
    stop_loss_price: '47000',
  });
});

test('offers no leverage above that of the level', async () => {
  const user = await openTicket();
  await user.click(within(ticket()).getByRole('button', { name: /^Leverage: / }));
  const options = within(await screen.findByRole('listbox', { name: 'Leverage' })).getAllByRole('option');
  expect(options.map((option) => option.textContent)).toEqual(['5×', '10×', '20×']);
});

test('a leverage that is not offered is never sent', async () => {
  const user = await openTicket({ multiple_max: 5 });
  server.reply('lever/submit', POSITION);
  await confirm(user, await ask(user, 'Open long'), 'Open long');
  await waitFor(() => expect(server.sent('lever/submit')).toHaveLength(1));
  expect(server.sent('lever/submit')[0]).toMatchObject({ multiple: '5' });
});

test.each(['', '0', 'abc'])('size "%s" is refused before anything is asked', async (lots) => {
  const user = await openTicket();
  await user.clear(within(ticket()).getByLabelText('Amount'));
  if (lots !== '') await fillIn(user, 'Amount', lots);
  await user.click(side('Open long'));
  expect(within(ticket()).getByRole('alert').textContent).toBe('Enter an amount');
  expect(document.querySelector('dialog[open]')).toBeNull();
});

test('the steps never go below one lot', async () => {
  const user = await openTicket();
  const lots = within(ticket()).getByLabelText<HTMLInputElement>('Amount');
  await user.click(within(ticket()).getByRole('button', { name: 'Amount: one step less' }));
  expect(lots.value).toBe('1');
  await user.click(within(ticket()).getByRole('button', { name: 'Amount: one step more' }));
  expect(lots.value).toBe('2');
});

test('a double tap on the confirmation opens one position', async () => {
  const user = await openTicket();
  server.reply('lever/submit', POSITION);
  const { release } = server.hold('lever/submit');
  const dialog = await ask(user, 'Open long');
  await user.dblClick(within(dialog).getByRole('button', { name: 'Open long' }));
  expect(side('Open long').getAttribute('aria-busy')).toBe('true');
  expect(side('Open short').getAttribute('aria-busy')).toBe('true');
  release();
  await waitFor(() => expect(toastText()).toBe('Position opened: 0.002 BTC at 50,000.20 USDT'));
  expect(server.sent('lever/submit')).toHaveLength(1);
});

test('an unanswered order is sent again under its key, the opposite side under another', async () => {
  const user = await openTicket();
  server.loseAnswer('lever/submit');
  await confirm(user, await ask(user, 'Open long'), 'Open long');
  expect((await screen.findByRole('alert')).textContent).toMatch(/^No connection/);
  await confirm(user, await ask(user, 'Open long'), 'Open long');
  await waitFor(() => expect(server.received('lever/submit')).toHaveLength(2));
  await waitFor(() => expect(side('Open short').getAttribute('aria-busy')).toBeNull());
  server.reply('lever/submit', { ...POSITION, type: 2 });
  await confirm(user, await ask(user, 'Open short'), 'Open short');
  await waitFor(() => expect(server.received('lever/submit')).toHaveLength(3));
  const [first, second, third] = server.received('lever/submit').map((call) => call.idempotencyKey);
  expect(second).toBe(first);
  expect(third).not.toBe(first);
});

test('a refusal shows the text of the server', async () => {
  const user = await openTicket();
  server.refuse('lever/submit', 'insufficient_balance', 'Not enough margin.');
  await confirm(user, await ask(user, 'Open long'), 'Open long');
  await waitFor(() => expect(within(ticket()).getByRole('alert').textContent).toBe('Not enough margin.'));
});

test.each([
  ['close_only', 'You can only close positions at the moment.'],
  ['halted', 'Futures trading in this market is halted.'],
  ['stale', /^There is no current index price/],
  ['closed', /^The stock market is closed/],
] as const)('nothing opens at the market while it is %s', async (state, note) => {
  await openTicket({ state });
  expect(within(ticket()).getByText(note)).toBeTruthy();
  expect(side('Open long')).toHaveProperty('disabled', true);
  expect(side('Open short')).toHaveProperty('disabled', true);
});

test('a limit order may wait for the open of its exchange', async () => {
  const user = await openTicket({ state: 'closed' });
  await select(user, ticket(), 'Order type', 'Limit');
  expect(side('Open long')).toHaveProperty('disabled', false);
});

test('estimates follow the live index', async () => {
  const user = await openTicket();
  await push('index:7', { match_id: 7, price: '60000', time: 2, source: 'simulated' });
  await waitFor(() => expect(factOf(ticket(), 'Cost')).toBe('6.04USDT'));
  const dialog = await ask(user, 'Open long');
  expect(factOf(dialog, 'Entry price')).toBe('60,000.20USDT');
});

test('without margin it says so with a way to transfer, and asks nothing', async () => {
  const user = await openTicket({ user_lever: '5' });
  expect(within(ticket()).getByRole('alert').textContent).toBe('Insufficient marginTransfer');
  expect(within(ticket()).getByRole('link', { name: 'Transfer' }).getAttribute('href')).toBe(
    '#/pages/fund/transfer?to=lever&currency=3',
  );
  await user.click(side('Open long'));
  await user.click(side('Open short'));
  expect(document.querySelector('dialog[open]')).toBeNull();
  expect(server.sent('lever/submit')).toEqual([]);
});

test('the bound of a stop lies on the tick beside the index', async () => {
  const user = await openTicket();
  await push('index:7', { match_id: 7, price: '50000.1234', time: 2, source: 'simulated' });
  await user.click(within(ticket()).getByRole('checkbox', { name: 'TP/SL' }));
  await fillIn(user, 'Stop loss', '51000');
  await user.click(side('Open long'));
  await waitFor(() =>
    expect(within(ticket()).getByRole('alert').textContent).toBe('For a long, below 50,000.13'),
  );
  await fillIn(user, 'Stop loss', '');
  await fillIn(user, 'Take profit', '49000');
  await user.click(side('Open long'));
  expect(within(ticket()).getByRole('alert').textContent).toBe('For a long, above 50,000.12');
});

test('checks take-profit and stop-loss while they are typed and shows what they bring', async () => {
  const user = await openTicket();
  await user.click(within(ticket()).getByRole('checkbox', { name: 'TP/SL' }));
  await fillIn(user, 'Take profit', '52000');
  await fillIn(user, 'Stop loss', '50500');
  expect(within(ticket()).getByRole('alert').textContent).toBe(
    'TP and SL must lie on opposite sides of 50,000',
  );
  await fillIn(user, 'Stop loss', '49000');
  expect(within(ticket()).queryByRole('alert')).toBeNull();
  // One lot of 0.001 BTC: opens at 50,000.2, closes 0.2 below the level, 0.06 % of fee each way.
  expect(factOf(ticket(), 'PnL at TP').trim()).toBe('+1.93USDT');
  expect(factOf(ticket(), 'PnL at SL').trim()).toBe('-1.06USDT');
  await user.click(side('Open short'));
  expect(within(ticket()).getByRole('alert').textContent).toBe('For a short, below 50,000');
  const dialog = await ask(user, 'Open long');
  expect(factOf(dialog, 'PnL at SL')).toBe('49,000.00 -1.06USDT');
  expect(factOf(dialog, 'Max loss with SL')).toBe('1.06USDT');
});

test('stops in percent show the prices of both sides, and those of the side are confirmed and sent', async () => {
  const user = await openTicket();
  server.reply('lever/submit', POSITION);
  await user.click(within(ticket()).getByRole('checkbox', { name: 'TP/SL' }));
  await fillIn(user, 'Take profit', '52000');
  await select(user, ticket(), 'TP/SL by', 'ROI %');
  expect(within(ticket()).getByLabelText<HTMLInputElement>('Take profit').value).toBe('');
  await fillIn(user, 'Take profit', '20');
  await fillIn(user, 'Stop loss', '10');
  // A long opens at 50,000.2 and closes 0.2 below its level; 20 % at 10x are 1,000.004 of the price.
  expect(factOf(ticket(), 'Long · TP')).toBe('51,000.40USDT');
  expect(factOf(ticket(), 'Long · SL')).toBe('49,500.40USDT');
  expect(factOf(ticket(), 'Short · TP')).toBe('48,999.61USDT');
  expect(factOf(ticket(), 'Short · SL')).toBe('50,499.59USDT');
  const dialog = await ask(user, 'Open long');
  expect(factOf(dialog, 'PnL at TP')).toBe('51,000.40 +0.93USDT');
  expect(factOf(dialog, 'PnL at SL')).toBe('49,500.40 -0.56USDT');
  await confirm(user, dialog, 'Open long');
  await waitFor(() => expect(server.sent('lever/submit')).toHaveLength(1));
  expect(server.sent('lever/submit')[0]).toMatchObject({
    target_profit_price: '51000.4',
    stop_loss_price: '49500.4',
  });
});

test('a percentage follows the leverage and the live price; its choice is remembered', async () => {
  const user = await openTicket();
  await user.click(within(ticket()).getByRole('checkbox', { name: 'TP/SL' }));
  await select(user, ticket(), 'TP/SL by', 'ROI %');
  await fillIn(user, 'Take profit', '20');
  await select(user, ticket(), 'Leverage', '20×');
  expect(factOf(ticket(), 'Long · TP')).toBe('50,500.40USDT');
  await push('index:7', { match_id: 7, price: '60000', time: 2, source: 'simulated' });
  await waitFor(() => expect(factOf(ticket(), 'Long · TP')).toBe('60,600.40USDT'));
  expect(useTradeSettings.getState().stopsBy).toBe('return');
});

test('a change of the whole price is refused for the side that it leaves without a price', async () => {
  setTrade({ stopsBy: 'change' });
  const user = await openTicket();
  await user.click(within(ticket()).getByRole('checkbox', { name: 'TP/SL' }));
  await fillIn(user, 'Take profit', '100');
  expect(within(ticket()).queryByRole('alert')).toBeNull();
  await user.click(side('Open short'));
  expect(within(ticket()).getByRole('alert').textContent).toBe('Below 100%');
  const dialog = await ask(user, 'Open long');
  expect(factOf(dialog, 'PnL at TP')).toMatch(/^100,000\.40 /);
});

test('the size is also given in coin, quote or percent, and sent in whole lots', async () => {
  const user = await openTicket();
  server.reply('lever/submit', POSITION);
  await user.click(within(ticket()).getByRole('button', { name: 'Enter the amount in BTC' }));
  await fillIn(user, 'Amount', '0.0039');
  const dialog = await ask(user, 'Open long');
  expect(factOf(dialog, 'Amount')).toBe('0.003BTC · 3 lots');
  await user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
  const slider = within(ticket()).getByRole('slider', { name: 'Percent of the available margin' });
  fireEvent.change(slider, { target: { value: '100' } });
  // 77.5 pays for 15 lots of 5.03 each.
  expect(within(ticket()).getByLabelText<HTMLInputElement>('Amount').value).toBe('0.015');
  await confirm(user, await ask(user, 'Open long'), 'Open long');
  await waitFor(() => expect(server.sent('lever/submit')).toMatchObject([{ share: '15' }]));
});

const COUPON = { id: 9, face: '50', multiple_max: 10, hold_hours: 24, expires_ms: Date.UTC(2030, 0, 15) };

test('a coupon pays for an isolated market order and no own money is at risk', async () => {
  const user = await openTicket({ coupons: [COUPON] });
  const coupon = { id: 9, paid: '10.06', returned: '0', ends_ms: Date.UTC(2030, 0, 2) };
  server.reply('lever/submit', { ...POSITION, margin_mode: 'isolated', coupon });
  await select(user, ticket(), 'Use coupon', '50 USDT · up to 10×');
  expect(within(ticket()).getByText('You can’t lose your own money.')).toBeTruthy();
  expect(within(ticket()).getByRole('button', { name: /^Margin mode: Isolated/ })).toBeTruthy();
  await user.click(within(ticket()).getByRole('button', { name: /^Leverage: / }));
  const multiples = within(await screen.findByRole('listbox', { name: 'Leverage' })).getAllByRole('option');
  expect(multiples.map((option) => option.textContent)).toEqual(['5×', '10×']);
  await user.click(screen.getByRole('option', { name: '10×' }));
  await fillIn(user, 'Amount', '2');
  const dialog = await ask(user, 'Open long');
  expect(factOf(dialog, 'Cost')).toBe('10.07USDT');
  expect(factOf(dialog, 'Max loss of your own money')).toBe('0.00USDT');
  await confirm(user, dialog, 'Open long');
  await waitFor(() => expect(server.sent('lever/submit')).toHaveLength(1));
  expect(server.sent('lever/submit')[0]).toMatchObject({
    coupon_id: '9',
    margin_mode: 'isolated',
    status: '1',
  });
});

test('a size beyond the coupon is not sent, and another margin mode gives the coupon up', async () => {
  const user = await openTicket({ coupons: [COUPON] });
  server.reply('lever/submit', POSITION);
  await select(user, ticket(), 'Use coupon', '50 USDT · up to 10×');
  await fillIn(user, 'Amount', '11');
  expect(
    await within(ticket()).findByText('The coupon does not cover this size. Choose a smaller one.'),
  ).toBeTruthy();
  await fillIn(user, 'Amount', '1');
  await select(user, ticket(), 'Margin mode', 'Cross');
  await confirm(user, await ask(user, 'Open long'), 'Open long');
  await waitFor(() => expect(server.sent('lever/submit')).toHaveLength(1));
  expect(server.sent('lever/submit')[0]).not.toHaveProperty('coupon_id');
});

test('the position of a coupon shows it and offers neither margin nor reverse', async () => {
  const coupon = { id: 9, paid: '10.06', returned: '0', ends_ms: Date.now() + 90_000 };
  const position: Position = { ...POSITION, margin_mode: 'isolated', coupon };
  await openTicket({ all_levers: [position], my_transaction: [position] });
  const card = await screen.findByRole('article', { name: /BTC\/USDT/ });
  expect(within(card).getByText(/Profit after fees is yours/)).toBeTruthy();
  expect(within(card).getByRole('timer').textContent).toMatch(/^00:01:/);
  expect(within(card).queryByRole('button', { name: 'Reverse' })).toBeNull();
  expect(within(card).queryByRole('button', { name: 'Margin' })).toBeNull();
});
