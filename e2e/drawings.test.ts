import type { Locator } from '@playwright/test';
import { call } from './server/api.ts';
import { newPerson, newTrader } from './server/people.ts';
import { expect, test } from './fixture.ts';
import type { Phone } from './pages/phone.ts';

const [BTC, ETH] = [1, 2];

/** Opens the chart above the ticket of BTC/USDT and returns its picture, once it has candles. */
async function openChart({ page }: Pick<Phone, 'page'>): Promise<Locator> {
  await page.getByRole('button', { name: 'Show the chart' }).click();
  const chart = page.getByRole('img', { name: /^Price chart of BTC\/USDT, .*, last price [0-9]/ });
  await expect(chart).toBeVisible();
  return chart;
}

/** A point of a picture, in shares of its width and height. */
async function pointOn(chart: Locator, x: number, y: number): Promise<{ x: number; y: number }> {
  const box = await chart.boundingBox();
  if (!box) throw new Error('the chart is not shown');
  return { x: box.x + box.width * x, y: box.y + box.height * y };
}

const drawingsOf = (token: string, market: number) =>
  call<readonly { tool: string }[]>('chart/drawings', { match_id: market }, { token, method: 'GET' });

test('drawings are placed by a tap or the keyboard, kept by user and market, and deleted', async ({
  phone,
  person,
}) => {
  const { page } = phone;
  await phone.open('/pages/transaction/index');
  const chart = await openChart(phone);
  const sheet = page.getByRole('dialog', { name: 'Drawings' });
  await page.getByRole('button', { name: 'Drawings' }).click();
  await sheet.getByRole('button', { name: 'Horizontal line' }).click();
  const waiting = page.getByRole('status').filter({ hasText: 'tap a point on the chart' });
  await expect(waiting).toBeVisible();
  const point = await pointOn(chart, 0.4, 0.3);
  await page.touchscreen.tap(point.x, point.y);
  await expect(waiting).toBeHidden();
  await page.getByRole('button', { name: 'Drawings' }).click();
  await sheet.getByRole('button', { name: 'Trend line' }).press('Enter');
  await expect(sheet.getByRole('listitem')).toHaveCount(2);
  const tools = async (token: string, market: number): Promise<string[]> =>
    (await drawingsOf(token, market)).map(({ tool }) => tool).toSorted();
  await expect.poll(() => tools(person.token, BTC)).toEqual(['horizontal', 'trend']);
  expect(await tools(person.token, ETH)).toEqual([]);
  expect(await tools((await newPerson()).token, BTC)).toEqual([]);

  await page.reload();
  // The chart stays open where it was.
  await expect(chart).toBeVisible();
  await page.getByRole('button', { name: 'Drawings' }).click();
  await expect(sheet.getByRole('listitem')).toHaveCount(2);
  await sheet.getByRole('button', { name: 'Delete: Trend line' }).click();
  await expect(sheet.getByRole('listitem')).toHaveCount(1);
  await expect.poll(() => tools(person.token, BTC)).toEqual(['horizontal']);
});

test('a long press on the candles offers an alert at that price', async ({ phone, person }) => {
  const { page } = phone;
  await phone.open('/pages/transaction/index');
  const chart = await openChart(phone);
  const touch = await page.context().newCDPSession(page);
  const point = await pointOn(chart, 0.4, 0.3);
  await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [point] });
  const offer = page.getByRole('link', { name: /^Price alert at [0-9]/ });
  await expect(offer).toBeVisible();
  await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  const [, price = ''] = /price=([0-9.]+)/.exec((await offer.getAttribute('href')) ?? '') ?? [];
  expect(Number(price)).toBeGreaterThan(0);
  await offer.click();
  await phone.expectAt('/pages/market/alerts');
  const form = page.getByRole('dialog', { name: 'New alert' });
  await expect(form.getByRole('textbox', { name: 'Target price' })).toHaveValue(price);
  await form.getByRole('button', { name: 'Set alert' }).click();
  await phone.expectToast('Alert set');
  const { data } = await call<{ data: readonly { target: string }[] }>(
    'alert/list',
    {},
    { token: person.token, method: 'GET' },
  );
  expect(data.map(({ target }) => Number(target))).toEqual([Number(price)]);
});

interface Positions {
  readonly order: { readonly data: readonly { readonly id: number; readonly price: string }[] };
}

test('a finger drags the line of a stop, and its new price is confirmed in the sheet', async ({ phone }) => {
  const { page } = phone;
  const trader = await newTrader();
  const { order } = await call<Positions>('lever/dealall', { limit: 10 }, { token: trader.token });
  const [position] = order.data;
  const stop = (Number(position?.price) * 0.997).toFixed(1);
  const fields = { id: String(position?.id), stop_loss_price: stop };
  await call('lever/setstop', fields, { token: trader.token });
  await phone.loginAs(trader);
  await phone.open('/pages/transaction/contract');
  const chart = await openChart(phone);
  // A scale that one new price hardly changes: the heights below are measured before the finger comes.
  await page.getByRole('radio', { name: '1h' }).click();
  await expect(chart).toBeVisible();
  const touch = await page.context().newCDPSession(page);
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', point?: { x: number; y: number }) =>
    touch.send('Input.dispatchTouchEvent', { type, touchPoints: point ? [point] : [] });
  const offer = page.getByRole('link', { name: /^Price alert at [0-9]/ });
  /** The price at a height of the picture, from the alert that a long press offers. */
  let offered = '';
  const priceAt = async (share: number): Promise<{ y: number; price: number }> => {
    const point = await pointOn(chart, 0.6, share);
    await send('touchStart', point);
    // The offer of an earlier press may still be there.
    await expect(offer).not.toHaveAttribute('href', offered);
    await send('touchEnd');
    offered = (await offer.getAttribute('href')) ?? '';
    const [, price = ''] = /price=([0-9.]+)/.exec(offered) ?? [];
    return { y: point.y, price: Number(price) };
  };
  const sheet = page.getByRole('dialog', { name: 'Take profit and stop loss' });
  const [high, low] = [await priceAt(0.2), await priceAt(0.5)];
  const perPixel = (high.price - low.price) / (low.y - high.y);
  const from = { x: (await pointOn(chart, 0, 0)).x + 20, y: high.y + (high.price - Number(stop)) / perPixel };
  // A long press on the line offers the alert and takes nothing.
  const { height } = (await chart.boundingBox()) ?? { height: 1 };
  await priceAt((from.y - (await pointOn(chart, 0, 0)).y) / height);
  await expect(sheet).toBeHidden();
  await send('touchStart', from);
  // Towards the price: below the stop the pane may end.
  for (const moved of [10, 20, 30]) await send('touchMove', { x: from.x, y: from.y - moved });
  await send('touchEnd');
  const field = sheet.getByRole('textbox', { name: 'Stop loss' });
  await expect(field).toHaveValue(/[0-9]/);
  const dragged = Number((await field.inputValue()).replaceAll(',', ''));
  expect(dragged).toBeGreaterThan(Number(stop));
  expect(dragged).toBeLessThan(Number(stop) + 60 * perPixel);
  expect(await page.evaluate(() => window.scrollY)).toBe(0);
});
