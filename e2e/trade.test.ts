import type { Locator } from '@playwright/test';
import { expect, test } from './fixture.ts';

/** Far below the market, but within the band around the index. */
const lowBid = (shown: string): string => (Number(shown.replaceAll(',', '')) * 0.95).toFixed(0);

test('a limit order shows its costs, rests in the book, and can be changed and cancelled', async ({
  phone,
  trade,
  person: _,
}) => {
  await phone.open('/pages/transaction/index');
  await expect(trade.bids().first()).toBeVisible();
  await expect(trade.field('Price')).toHaveValue(/[0-9]/);
  const price = lowBid(await trade.field('Price').inputValue());
  await trade.field('Price').fill(price);
  await trade.field('Amount').fill('0.01');
  await expect(trade.field('Total')).toHaveValue(String(Number(price) / 100));
  const question = await trade.submit('Buy BTC');
  await expect(question.getByText('Max total')).toBeVisible();
  await expect(question.getByText(/^Est\. fee \(0\.[0-9]+% maker\)$/)).toBeVisible();
  await expect(question.getByText('Balance after')).toBeVisible();
  await question.getByRole('button', { name: 'Buy', exact: true }).click();
  await phone.expectToast('Order placed');
  await expect(trade.order('BTC/USDT')).toContainText(/Limit.*Open.*0\.01\s?BTC/s);

  await trade.order('BTC/USDT').getByRole('button', { name: /^Edit/ }).click();
  const sheet = phone.page.getByRole('dialog');
  await sheet.getByRole('textbox', { name: 'Amount' }).fill('0.004');
  await sheet.getByRole('textbox', { name: 'Price' }).fill(String(Number(price) - 100));
  await sheet.getByRole('button', { name: 'Save changes' }).click();
  await phone.expectToast('Order changed');
  await expect(trade.order('BTC/USDT')).toHaveCount(1);
  await expect(trade.order('BTC/USDT')).toContainText(/0\.004\s?BTC/);
  await expect(trade.order('BTC/USDT')).toContainText((Number(price) - 100).toLocaleString('en-US'));

  await trade
    .order('BTC/USDT')
    .getByRole('button', { name: /^Cancel/ })
    .click();
  await phone.expectToast('Order cancelled');
  await expect(trade.orders().getByText('No open orders.')).toBeVisible();
  await expect(phone.page.getByText(/^10,000\s?USDT$/)).toBeVisible();
});

test('a market order is filled at once and is in the fills and in the bills', async ({
  phone,
  trade,
  funds,
  person: _,
}) => {
  await phone.open('/pages/transaction/index');
  await expect(trade.asks().first()).toBeVisible();
  await trade.chooseType('Market');
  await trade.field('Total').fill('200');
  const question = await trade.submit('Buy BTC');
  await expect(question.getByText('Worst price')).toBeVisible();
  await question.getByRole('button', { name: 'Buy', exact: true }).click();
  await phone.expectToast(/^Filled: 0\.[0-9]+ BTC at [0-9,.]+ USDT$/);
  await trade.show('Fills');
  await expect(trade.order('BTC/USDT').first()).toContainText(/taker.*Price.*Value.*USDT.*Fee.*BTC/s);
  await trade.show('History');
  await expect(trade.order('BTC/USDT')).toContainText(/Market.*Filled/s);

  await phone.open('/pages/setting/bill');
  await expect(funds.movement(/[-−]1[0-9]{2}[.0-9]*\s?USDT/).first()).toBeVisible();
  await expect(funds.movement(/\+0\.00[0-9]+\s?BTC/).first()).toBeVisible();
});

test('an invalid ticket says why and sends nothing', async ({ phone, trade, person: _ }) => {
  await phone.open('/pages/transaction/index');
  await expect(trade.asks().first()).toBeVisible();
  await trade.submit('Buy BTC');
  await expect(phone.page.getByRole('alert')).toHaveText('Enter an amount');
  await trade.field('Amount').fill('0.00001');
  await expect(phone.page.getByRole('alert')).toHaveText('At least 5 USDT');
  await trade.field('Amount').fill('50');
  await expect(phone.page.getByRole('alert')).toContainText('Insufficient USDT');
  await trade.submit('Buy BTC');
  await expect(phone.page.getByRole('dialog')).toHaveCount(0);
});

test('a refused order shows the error and its pending entry is removed', async ({
  phone,
  trade,
  person: _,
}) => {
  await phone.open('/pages/transaction/index');
  await expect(trade.asks().first()).toBeVisible();
  await trade.field('Price').fill('100');
  await trade.field('Amount').fill('1');
  const question = await trade.submit('Buy BTC');
  await question.getByRole('button', { name: 'Buy', exact: true }).click();
  await expect(phone.page.getByRole('alert')).toHaveText(/^The price must lie between/);
  await expect(trade.orders().getByText('No open orders.')).toBeVisible();
});

test('a visitor sees the market, is led to login and returns to it', async ({ phone, trade }) => {
  await phone.open('/pages/transaction/index', { id: 2 });
  await expect(trade.asks().first()).toBeVisible();
  await trade.asks().first().click();
  await phone.page.getByRole('button', { name: 'Choose a market, now ETH/USDT' }).click();
  await phone.page.getByRole('textbox', { name: 'Search coins and stocks' }).fill('doge');
  await phone.page.getByRole('dialog').getByRole('button', { name: /DOGE/ }).click();
  await expect(phone.page.getByRole('button', { name: 'Choose a market, now DOGE/USDT' })).toBeVisible();
  await phone.page.getByRole('button', { name: 'Log in to trade' }).click();
  await expect(phone.page).toHaveURL(/login\?to=/);
});

test('arrow keys select sides and periods, and Tab reaches the selected one', async ({ phone }) => {
  const { page } = phone;
  const radio = (name: string): Locator => page.getByRole('radio', { name, exact: true });
  await phone.open('/pages/transaction/index');
  await radio('Buy').focus();
  await page.keyboard.press('ArrowRight');
  await expect(radio('Sell')).toBeFocused();
  await expect(radio('Sell')).toBeChecked();
  await expect(radio('Buy')).toHaveAttribute('tabindex', '-1');
  await page.getByRole('button', { name: 'Show the chart' }).click();
  await radio('15m').focus();
  await page.keyboard.press('ArrowRight');
  await expect(radio('1h')).toBeChecked();
  await page.getByRole('button', { name: 'Period: 1h' }).click();
  const all = page.getByRole('dialog', { name: 'Period' });
  await all.getByRole('radio', { name: '30m', exact: true }).click();
  await expect(all).toBeHidden();
  await expect(page.getByRole('button', { name: 'Period: 30m' })).toBeVisible();
});

test('labels of the percent slider keep apart on a small phone and with large letters', async ({ phone }) => {
  const { page } = phone;
  await phone.open('/pages/transaction/index');
  const slider = page.getByRole('slider').locator('..');
  for (const [width, size, count] of [
    [390, '100%', 5],
    [320, '100%', 3],
    [390, '200%', 3],
    [320, '200%', 3],
  ] as const) {
    await page.setViewportSize({ width, height: 844 });
    await page.evaluate((text) => (document.documentElement.style.fontSize = text), size);
    const labels = slider.getByText('%').filter({ visible: true });
    await expect(labels, `labels at ${width} px, text at ${size}`).toHaveCount(count);
    const boxes = await labels.evaluateAll((all) => all.map((label) => label.getBoundingClientRect()));
    for (const [index, { left }] of boxes.entries())
      expect(left, `${width} px, ${size}`).toBeGreaterThan(boxes[index - 1]?.right ?? -1);
  }
});

test('on a small phone periods are whole or absent, and a button names the selected one that is absent', async ({
  phone,
}) => {
  const { page } = phone;
  const row = page.getByRole('radiogroup', { name: 'Période' });
  const shown = (): Promise<string[]> =>
    row.evaluate((element) => {
      const { right, bottom } = element.getBoundingClientRect();
      const items = [...element.children].filter((item) =>
        item.checkVisibility({ visibilityProperty: true }),
      );
      const isCut = (box: DOMRect): boolean => box.right > right + 0.5 || box.bottom > bottom + 0.5;
      return items.map((item) => `${item.textContent}${isCut(item.getBoundingClientRect()) ? ' cut' : ''}`);
    });
  await phone.keep({ language: 'fra', trade: { chartOpen: true, period: '1day' } });
  await page.setViewportSize({ width: 390, height: 844 });
  await phone.open('/pages/transaction/index');
  await expect.poll(shown).toEqual(['15 min', '1 h', '4 h', '1 j']);
  const more = page.getByRole('button', { name: 'Période: 1 j' });
  await expect(more).toHaveText('');
  await page.evaluate(() => (document.documentElement.style.fontSize = '200%'));
  await page.setViewportSize({ width: 320, height: 844 });
  await expect.poll(shown).toEqual(['15 min']);
  await expect(more).toHaveText('1 j');
  await page.getByRole('button', { name: 'Profondeur' }).click();
  await expect(row).toHaveCount(0);
  await page.getByRole('button', { name: 'Graphique' }).click();
  await expect(row).toBeVisible();
});
