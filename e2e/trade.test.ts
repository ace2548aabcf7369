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
  await phone.expectToast(/^Filled: 0\.[0-9]+ BTC$/);
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
  await expect(phone.page.getByRole('alert')).toHaveText('Insufficient USDT');
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
