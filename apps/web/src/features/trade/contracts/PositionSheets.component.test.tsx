import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { factOf, fillIn, openApp, push, server, tap, toastText } from '../../../testing/app.tsx';
import { DEAL, POSITION } from '../../../testing/contract-fixtures.ts';
import { FUTURES_MARKET, answerMarket } from '../../../testing/trade-screen.ts';
import { setTrade, useTradeSettings } from '../settings.ts';
import type { Deal, Position } from './use-positions.ts';

beforeEach(() => setTrade({ chartOpen: false, stopsBy: 'price' }));

/** Opens the futures screen with one position, of 0.002 BTC at 50,000.2 with a margin of 10, and an index of 51,000. */
async function openPosition(
  changes: Partial<Position> = {},
  { deal = {}, index = '51000' }: { deal?: Partial<Deal>; index?: string } = {},
): Promise<UserEvent> {
  answerMarket(FUTURES_MARKET).reply('lever/deal', {
    ...DEAL,
    ...deal,
    all_levers: [{ ...POSITION, ...changes }],
  });
  const user = await openApp('/pages/transaction/contract');
  await screen.findByRole('button', { name: 'TP/SL' });
  await push('index:7', { match_id: 7, price: index, time: 2, source: 'simulated' });
  return user;
}

/** The sheet of stops, also of an order that waits. */
const stopSheet = (): Promise<HTMLElement> =>
  screen.findByRole('dialog', { name: 'Take profit and stop loss' });

/** Opens a sheet by a button of the position. */
async function sheetBy(user: UserEvent, button: string, title: string): Promise<HTMLElement> {
  const card = await screen.findByRole('article', { name: 'Long BTC/USDT' });
  await user.click(within(card).getByRole('button', { name: button }));
  return screen.findByRole('dialog', { name: title });
}

/** Enters the amount of the sheet; the ticket behind it has one too. */
async function enterAmount(user: UserEvent, sheet: HTMLElement, text: string): Promise<void> {
  const field = within(sheet).getByLabelText('Amount');
  await user.clear(field);
  await user.click(field);
  await user.paste(text);
}

const buttonOf = (sheet: HTMLElement, name: string): HTMLButtonElement =>
  within(sheet).getByRole<HTMLButtonElement>('button', { name });

test('closes a part by percent: profit and fee are those of its lots', async () => {
  const user = await openPosition();
  server.reply('lever/close', { ...POSITION, share: '1' });
  const sheet = await sheetBy(user, 'Close', 'Close BTC/USDT');
  // A long closes 0.2 below the index: 0.002 x (50,999.8 - 50,000.2) = 1.9992; 0.06 % of 101.9996.
  await waitFor(() => expect(factOf(sheet, 'Mark')).toBe('50,999.80USDT'));
  expect(factOf(sheet, 'Est. PnL')).toBe('+1.99USDT');
  expect(factOf(sheet, 'Est. fee')).toBe('0.0612USDT');
  // 1.9992 less 0.06000024 for the opening and 0.06119976 for the close.
  expect(factOf(sheet, 'PnL after fees')).toBe('+1.87USDT');
  fireEvent.change(within(sheet).getByRole('slider', { name: 'Part to close' }), { target: { value: '50' } });
  expect(within(sheet).getByLabelText<HTMLInputElement>('Lots').value).toBe('1');
  expect(factOf(sheet, 'Est. PnL')).toBe('+0.99USDT');
  expect(factOf(sheet, 'Est. fee')).toBe('0.0306USDT');
  expect(factOf(sheet, 'PnL after fees')).toBe('+0.93USDT');
  await user.dblClick(buttonOf(sheet, 'Close now'));
  await waitFor(() => expect(toastText()).toBe('Position closed'));
  expect(server.sent('lever/close')).toEqual([{ id: '4', share: '1' }]);
});

test('fees are those at which the position or order was placed, not those of the market today', async () => {
  const user = await openPosition({ fee_rate: '0.0003' });
  const sheet = await sheetBy(user, 'Close', 'Close BTC/USDT');
  await waitFor(() => expect(factOf(sheet, 'Mark')).toBe('50,999.80USDT'));
  // 0.03 % of 101.9996; 1.9992 less it and less 0.03000012 for the opening.
  expect(factOf(sheet, 'Est. fee')).toBe('0.0306USDT');
  expect(factOf(sheet, 'PnL after fees')).toBe('+1.93USDT');
});

test('prices of a position have the decimals of its market, a liquidation price is rounded towards the price', async () => {
  answerMarket({ ...FUTURES_MARKET, tick: '0.1' }).reply('lever/deal', {
    ...DEAL,
    all_levers: [
      { ...POSITION, price: '50000.25', liquidation_price: '47500.411', target_profit_price: '52000' },
      { ...POSITION, id: 5, type: 2, price: '50000.249', liquidation_price: '52500.489' },
    ],
  });
  await openApp('/pages/transaction/contract');
  const long = await screen.findByRole('article', { name: 'Long BTC/USDT' });
  expect(factOf(long, 'Entry price')).toBe('50,000.3USDT');
  expect(factOf(long, 'Mark')).toBe('49,999.8USDT');
  expect(factOf(long, 'Liq. price')).toBe('47,500.5USDT');
  expect(factOf(long, 'Take profit')).toBe('52,000.0USDT');
  const short = await screen.findByRole('article', { name: 'Short BTC/USDT' });
  expect(factOf(short, 'Entry price')).toBe('50,000.2USDT');
  expect(factOf(short, 'Liq. price')).toBe('52,500.4USDT');
});

test('the picture to share has the return of the card, after fees', async () => {
  const user = await openPosition();
  const card = await screen.findByRole('article', { name: 'Long BTC/USDT' });
  // 1.9992 less fees of 0.06 and 0.0612, on a margin of 10.
  await waitFor(() => expect(card.textContent).toContain('+18.78%'));
  await user.click(within(card).getByRole('button', { name: 'Share' }));
  const sheet = await screen.findByRole('dialog', { name: 'Share' });
  expect(within(sheet).getByRole('img').getAttribute('aria-label')).toBe('BTC/USDT Long · 10× +18.78%');
});

test('more lots than the position has cannot be closed', async () => {
  const user = await openPosition();
  const sheet = await sheetBy(user, 'Close', 'Close BTC/USDT');
  await fillIn(user, 'Lots', '3');
  expect(buttonOf(sheet, 'Close now').disabled).toBe(true);
});

test('a reversal shows the close, the opposite position and the balance after both', async () => {
  // The position closes at its own fee, the opposite one opens at that of the market.
  const user = await openPosition({ fee_rate: '0.0003' });
  server.reply('lever/reverse', { closed: POSITION, opened: { ...POSITION, type: 2 } });
  const sheet = await sheetBy(user, 'Reverse', 'Reverse BTC/USDT');
  await waitFor(() => expect(factOf(sheet, 'Exit price')).toBe('50,999.80USDT'));
  expect(factOf(sheet, 'Est. PnL')).toBe('+1.99USDT');
  expect(factOf(sheet, 'Entry price')).toBe('50,999.80USDT');
  // 0.002 x 50,999.8 / 10 = 10.19996.
  expect(factOf(sheet, 'Margin')).toBe('10.20USDT');
  // 77.5 + 10 + 1.9992 - 0.0306 - 10.19996 - 0.0612 = 79.20744.
  expect(factOf(sheet, 'Balance after')).toBe('79.20USDT');
  await user.dblClick(buttonOf(sheet, 'Reverse now'));
  await waitFor(() => expect(toastText()).toBe('Position reversed'));
  expect(server.sent('lever/reverse')).toEqual([{ id: '4' }]);
});

test('a position that has lost its margin cannot be reversed without a balance', async () => {
  const user = await openPosition({}, { deal: { user_lever: '0' }, index: '45000' });
  const sheet = await sheetBy(user, 'Reverse', 'Reverse BTC/USDT');
  await waitFor(() => expect(within(sheet).getByRole('alert').textContent).toBe('Insufficient margin'));
  expect(buttonOf(sheet, 'Reverse now').disabled).toBe(true);
});

test('margin is added to an isolated position, with the liquidation price and the ratio that follow', async () => {
  const user = await openPosition({ margin_mode: 'isolated' });
  server.reply('lever/margin', { ...POSITION, margin_mode: 'isolated', caution_money: '15' });
  const sheet = await sheetBy(user, 'Margin', 'Margin BTC/USDT');
  expect(factOf(sheet, 'Available')).toBe('77.50USDT');
  await enterAmount(user, sheet, '5');
  expect(factOf(sheet, 'Margin')).toBe('10.00USDT → 15.00USDT');
  // Half of the margin is left where 0.002 x (50,000.4 - index) is 5, and 7.5.
  await waitFor(() => expect(factOf(sheet, 'Liq. price')).toBe('47,500.40USDT → 46,250.40USDT'));
  // 5 / (10 + 1.9992), and 7.5 / (15 + 1.9992).
  expect(factOf(sheet, 'Margin ratio')).toBe('41.67% → 44.12%');
  await user.dblClick(buttonOf(sheet, 'Add margin'));
  await waitFor(() => expect(toastText()).toBe('Margin added'));
  expect(server.sent('lever/margin')).toEqual([{ id: '4', type: '1', amount: '5' }]);
});

test('no more margin is added than there is, and no more taken back than the position needs', async () => {
  const user = await openPosition({ margin_mode: 'isolated', caution_money: '15' });
  server.reply('lever/margin', { ...POSITION, margin_mode: 'isolated', caution_money: '11' });
  const sheet = await sheetBy(user, 'Margin', 'Margin BTC/USDT');
  await enterAmount(user, sheet, '77.51');
  expect(within(sheet).getByText('Insufficient margin')).toBeTruthy();
  expect(buttonOf(sheet, 'Add margin').disabled).toBe(true);
  await user.click(within(sheet).getByRole('tab', { name: 'Remove margin' }));
  expect(within(sheet).getByLabelText<HTMLInputElement>('Amount').value).toBe('');
  // 15 less the initial margin of 0.002 x 50,000.2 / 10 = 10.00004.
  await waitFor(() => expect(factOf(sheet, 'Removable')).toBe('4.99USDT'));
  await enterAmount(user, sheet, '5');
  expect(within(sheet).getByText('Above the removable margin')).toBeTruthy();
  expect(buttonOf(sheet, 'Remove margin').disabled).toBe(true);
  await enterAmount(user, sheet, '4');
  await user.click(buttonOf(sheet, 'Remove margin'));
  await waitFor(() => expect(server.sent('lever/margin')).toEqual([{ id: '4', type: '2', amount: '4' }]));
});

test('the slider adds the whole balance, to its last digit', async () => {
  const user = await openPosition({ margin_mode: 'isolated' }, { deal: { user_lever: '77.512345' } });
  const sheet = await sheetBy(user, 'Margin', 'Margin BTC/USDT');
  const slider = within(sheet).getByRole('slider', { name: 'Percent of the available balance' });
  fireEvent.change(slider, { target: { value: '100' } });
  expect(within(sheet).getByLabelText<HTMLInputElement>('Amount').value).toBe('77.512345');
  expect(buttonOf(sheet, 'Add margin').disabled).toBe(false);
});

test('stops show what they bring, are refused on the wrong side, and unchanged ones are not sent', async () => {
  const user = await openPosition(
    { target_profit_price: '52000', fee_rate: '0.0003' },
    { index: '51000.1234' },
  );
  server.reply('lever/setstop', { ...POSITION, stop_loss_price: '49000' });
  const sheet = await sheetBy(user, 'TP/SL', 'Take profit and stop loss');
  // 0.002 x (51,999.8 - 50,000.2), less 0.03 % of both fills: 3.9992 - 0.0300 - 0.0312.
  expect(factOf(sheet, 'PnL at TP')).toBe('+3.93USDT');
  expect(buttonOf(sheet, 'Save').disabled).toBe(true);
  await fillIn(user, 'Stop loss', '51500');
  await within(sheet).findByText('For a long, below 51,000.13');
  expect(buttonOf(sheet, 'Save').disabled).toBe(true);
  await fillIn(user, 'Stop loss', '49000');
  // 0.002 x (48,999.8 - 50,000.2) - 0.0300 - 0.0294.
  expect(factOf(sheet, 'PnL at SL')).toBe('-2.07USDT');
  await user.dblClick(buttonOf(sheet, 'Save'));
  await waitFor(() => expect(toastText()).toBe('Saved'));
  expect(server.sent('lever/setstop')).toEqual([{ id: '4', stop_loss_price: '49000' }]);
});

test('stops are given in percent of the margin or of the price, and sent as prices', async () => {
  const user = await openPosition({ target_profit_price: '52000' });
  server.reply('lever/setstop', { ...POSITION, stop_loss_price: '49500.4' });
  const sheet = await sheetBy(user, 'TP/SL', 'Take profit and stop loss');
  const field = (name: string): string => within(sheet).getByLabelText<HTMLInputElement>(name).value;
  await user.click(within(sheet).getByRole('tab', { name: 'ROI %' }));
  // A close at 51,999.8 gains 1,999.6 of 50,000.2, at ten times.
  expect(field('Take profit')).toBe('39.99');
  expect(buttonOf(sheet, 'Save').disabled).toBe(true);
  await fillIn(user, 'Stop loss', '10');
  expect(factOf(sheet, 'Stop loss · Price')).toBe('49,500.40USDT');
  // 0.002 x (49,500.2 - 50,000.2) - 0.0600 - 0.0594.
  expect(factOf(sheet, 'PnL at SL')).toBe('-1.12USDT');
  await user.click(within(sheet).getByRole('tab', { name: 'Change %' }));
  expect([field('Take profit'), field('Stop loss')]).toEqual(['4', '1']);
  await fillIn(user, 'Take profit', '');
  await user.dblClick(buttonOf(sheet, 'Save'));
  await waitFor(() => expect(toastText()).toBe('Saved'));
  expect(server.sent('lever/setstop')).toEqual([
    { id: '4', target_profit_price: '0', stop_loss_price: '49500.4' },
  ]);
  expect(useTradeSettings.getState().stopsBy).toBe('change');
});

test('a stop-loss beyond the liquidation price has no result and says so', async () => {
  const user = await openPosition({ margin_mode: 'isolated', liquidation_price: '47500.4' });
  const sheet = await sheetBy(user, 'TP/SL', 'Take profit and stop loss');
  expect(factOf(sheet, 'Liq. price')).toBe('47,500.40USDT');
  const warning = 'Beyond the liq. price: the position would be liquidated first.';
  await fillIn(user, 'Stop loss', '47500.41');
  await waitFor(() => expect(factOf(sheet, 'PnL at SL')).toMatch(/^-5\.\d\dUSDT$/));
  expect(within(sheet).queryByText(warning)).toBeNull();
  await fillIn(user, 'Stop loss', '47500.4');
  await within(sheet).findByText(warning);
  expect(factOf(sheet, 'PnL at SL')).toBe('–');
});

test('a percentage without a price is refused, and one of a waiting order is of its price', async () => {
  setTrade({ stopsBy: 'change' });
  const user = await openPosition({ status: 0, order_kind: 0, target_price: '48000' });
  server.reply('lever/setstop', { ...POSITION, status: 0, stop_loss_price: '36000' });
  await tap(user, 'TP/SL');
  const sheet = await stopSheet();
  await fillIn(user, 'Stop loss', '100');
  await within(sheet).findByText('Below 100%');
  expect(buttonOf(sheet, 'Save').disabled).toBe(true);
  await fillIn(user, 'Stop loss', '25');
  expect(factOf(sheet, 'Stop loss · Price')).toBe('36,000.00USDT');
  await user.click(buttonOf(sheet, 'Save'));
  await waitFor(() => expect(server.sent('lever/setstop')).toEqual([{ id: '4', stop_loss_price: '36000' }]));
});

test('a waiting order is changed with what it then holds', async () => {
  const user = await openPosition({ status: 0, order_kind: 0, target_price: '48000', fee_rate: '0.0003' });
  server.reply('lever/amend', { ...POSITION, status: 0, target_price: '47000', share: '3' });
  await tap(user, 'Edit');
  const sheet = await screen.findByRole('dialog', { name: 'Edit order BTC/USDT' });
  expect(buttonOf(sheet, 'Save changes').disabled).toBe(true);
  fireEvent.change(within(sheet).getByLabelText('Price'), { target: { value: '47000' } });
  fireEvent.change(within(sheet).getByLabelText('Lots'), { target: { value: '3' } });
  // 0.003 x 47,000 / 10, and 0.03 % of 141: the fee at which it was placed, not the 0.06 % of the market.
  await waitFor(() => expect(factOf(sheet, 'Margin')).toBe('14.10USDT'));
  expect(factOf(sheet, 'Est. fee')).toBe('0.0423USDT');
  // It frees 9.6 and 0.0288: 77.5 + 9.6288 - 14.1 - 0.0423 = 72.9865.
  expect(factOf(sheet, 'Balance after')).toBe('72.98USDT');
  await user.dblClick(buttonOf(sheet, 'Save changes'));
  await waitFor(() => expect(toastText()).toBe('Order changed'));
  expect(server.sent('lever/amend')).toEqual([{ id: '4', target_price: '47000', share: '3' }]);
});

test('the stops of a waiting order are compared with its price, not with the index', async () => {
  const user = await openPosition({ status: 0, order_kind: 0, target_price: '48000' });
  server.reply('lever/setstop', { ...POSITION, status: 0, target_profit_price: '49000' });
  await tap(user, 'TP/SL');
  const sheet = await stopSheet();
  await fillIn(user, 'Stop loss', '48500');
  await within(sheet).findByText('For a long, below 48,000');
  expect(buttonOf(sheet, 'Save').disabled).toBe(true);
  await fillIn(user, 'Stop loss', '');
  await fillIn(user, 'Take profit', '49000');
  await user.click(buttonOf(sheet, 'Save'));
  await waitFor(() =>
    expect(server.sent('lever/setstop')).toEqual([{ id: '4', target_profit_price: '49000' }]),
  );
});

test('closing all keeps its question when no answer came, and is sent again under the same key', async () => {
  const user = await openPosition();
  server.loseAnswer('lever/batch_close');
  await tap(user, 'Close all');
  const question = await screen.findByRole('dialog', { name: 'Close positions now?' });
  await user.click(buttonOf(question, 'Close all'));
  await within(question).findByText(/^No connection/u);
  server.reply('lever/batch_close', { closed: [POSITION] });
  await user.click(buttonOf(question, 'Close all'));
  await waitFor(() => expect(toastText()).toBe('1 position closed'));
  const [lost, again] = server.received('lever/batch_close').map((call) => call.idempotencyKey);
  expect(again).toBe(lost);
});
