import type { Locator, Page } from '@playwright/test';
import { expect, test } from './fixture.ts';
import { call } from './server/api.ts';
import { newTrader } from './server/people.ts';

// With animations, as most people use it.
test.use({ reducedMotion: 'no-preference' });

/** Taps that an action may take on a phone, with the tab bar in view and without scrolling. */
const LIMITS = {
  'market buy': 5,
  'limit buy': 5,
  cancel: 2,
  'long with TP/SL': 6,
  close: 3,
  'deposit address': 3,
  withdraw: 7,
  convert: 4,
} as const;

const PAY_PASSWORD = '274951';
const RECEIVER = `0x${'5a'.repeat(20)}`;

/** Middle of an element that kept its place for five frames and is not covered; null otherwise. Runs in the page. */
async function restingMiddle(target: Element): Promise<{ x: number; y: number } | null> {
  const middle = (): { x: number; y: number } => {
    const { x, y, width, height } = target.getBoundingClientRect();
    return { x: x + width / 2, y: y + height / 2 };
  };
  const { x, y } = middle();
  for (let frame = 0; frame < 5; frame++) {
    await new Promise((resolve) => requestAnimationFrame(resolve));
    const now = middle();
    if (now.x !== x || now.y !== y) return null;
  }
  const hit = document.elementFromPoint(x, y);
  // The label of a checkbox lies above it. While a page changes, the whole document lies above.
  const isHit = target.contains(hit) || hit?.closest('label')?.contains(target) === true;
  return isHit ? { x, y } : null;
}

/** Counts the taps of one action. Typing needs a tap into the field, which counts. */
class Taps {
  readonly #page: Page;
  count = 0;
  constructor(page: Page) {
    this.#page = page;
  }

  /** Taps an element whose middle must be in view and not covered, once it rests: no scroll brings it there. */
  async on(element: Locator): Promise<void> {
    await expect(element).toBeVisible();
    const point = { x: 0, y: 0 };
    // A sheet slides in, and figures that arrive above a button move it.
    await expect
      .poll(
        async () => {
          const found = await element.evaluate(restingMiddle);
          Object.assign(point, found);
          return found !== null;
        },
        { message: `${String(element)} is in view, not covered, and rests` },
      )
      .toBe(true);
    await this.#page.touchscreen.tap(point.x, point.y);
    this.count += 1;
  }

  async type(field: Locator, text: string): Promise<void> {
    await this.on(field);
    await this.#page.keyboard.press('ControlOrMeta+a');
    await this.#page.keyboard.type(text);
    await expect.poll(async () => (await field.inputValue()).replaceAll(',', '')).toBe(text);
  }
}

/** Counts the taps of an action that starts on an open screen. */
async function counted(page: Page, name: keyof typeof LIMITS, act: (taps: Taps) => Promise<void>) {
  const taps = new Taps(page);
  await act(taps);
  expect(taps.count, `taps of ${name}`).toBeLessThanOrEqual(LIMITS[name]);
  expect(await page.evaluate(() => window.scrollY), `scroll of ${name}`).toBe(0);
}

test('the usual actions take few taps and no scroll on a phone', async ({ phone }) => {
  const { page } = phone;
  const { token } = await newTrader();
  await phone.loginAs({ token });
  const button = (name: string | RegExp): Locator => page.getByRole('button', { name, exact: true });
  const field = (name: string): Locator => page.getByRole('textbox', { name, exact: true });
  const dialog = page.getByRole('dialog');
  const confirm = (name: string): Locator => dialog.getByRole('button', { name, exact: true });

  await phone.open('/pages/transaction/index');
  await expect(page.getByRole('button', { name: /^Ask / }).first()).toBeVisible();
  const cancel = page.getByRole('button', { name: /^Cancel Buy order/ });
  await counted(page, 'cancel', async (taps) => {
    await taps.on(cancel);
    await phone.expectToast('Order cancelled');
  });

  await counted(page, 'limit buy', async (taps) => {
    await expect(field('Price')).toHaveValue(/\d/);
    const price = await field('Price').inputValue();
    await taps.type(field('Price'), String(Math.floor(Number(price.replaceAll(',', '')) * 0.97)));
    await taps.type(field('Amount'), '0.01');
    await taps.on(button('Buy BTC'));
    await taps.on(confirm('Buy'));
    await phone.expectToast('Order placed');
  });

  await counted(page, 'market buy', async (taps) => {
    await taps.on(button(/^Order type: /));
    await taps.on(dialog.getByRole('option', { name: 'Market', exact: true }));
    await taps.type(field('Total'), '100');
    await taps.on(button('Buy BTC'));
    await taps.on(confirm('Buy'));
    await phone.expectToast(/^Filled: /);
  });

  await phone.visit('/pages/transaction/contract');
  const card = page.getByRole('article', { name: 'Long BTC/USDT' });
  await expect(card).toHaveCount(1);
  await counted(page, 'close', async (taps) => {
    await taps.on(card.getByRole('button', { name: 'Close', exact: true }));
    await taps.on(confirm('Close now'));
    await phone.expectToast('Position closed');
  });
  await counted(page, 'long with TP/SL', async (taps) => {
    await taps.on(page.getByRole('checkbox', { name: 'TP/SL' }));
    await taps.type(field('Take profit'), '500000');
    await taps.type(field('Stop loss'), '1000');
    await taps.on(button('Open long'));
    await taps.on(confirm('Open long'));
    await phone.expectToast(/^Position opened: /);
  });

  await phone.visit('/pages/market/market');
  await counted(page, 'deposit address', async (taps) => {
    await taps.on(page.getByRole('link', { name: 'Assets', exact: true }));
    await taps.on(page.getByRole('main').getByRole('link', { name: 'Deposit', exact: true }));
    await phone.expectAt('/pages/fund/receive');
    await expect(page.getByTestId('address')).toBeVisible();
  });

  await phone.visit('/pages/fund/assets');
  await counted(page, 'convert', async (taps) => {
    await taps.on(page.getByRole('main').getByRole('link', { name: 'Convert', exact: true }));
    await phone.expectAt('/pages/fund/fundTransfer');
    await taps.type(page.getByLabel('Amount', { exact: true }), '50');
    await taps.on(page.locator('form').getByRole('button', { name: 'Convert', exact: true }));
    await taps.on(dialog.getByRole('button', { name: /^(Convert|Confirm)/ }));
    await phone.expectToast(/^Converted: /);
  });
});

test('a withdrawal takes few taps and no scroll on a phone', async ({ phone }) => {
  const { page } = phone;
  // A verified demo user with a pay password.
  const login = { user_string: 'alice@demo.karat.example', password: 'karat-alice' };
  await phone.loginAs({ token: await call<string>('user/login', login) });
  await phone.open('/pages/fund/assets');
  const main = page.getByRole('main');
  await counted(page, 'withdraw', async (taps) => {
    await taps.on(main.getByRole('link', { name: 'Withdraw', exact: true }));
    await phone.expectAt('/pages/fund/withdraw');
    await taps.type(main.getByRole('textbox', { name: 'Address', exact: true }), RECEIVER);
    await taps.type(main.getByLabel('Amount', { exact: true }), '20');
    await taps.on(main.locator('form').getByRole('button', { name: 'Withdraw', exact: true }));
    const sheet = page.getByRole('dialog', { name: 'Withdraw' });
    const password = sheet.getByLabel('Pay password', { exact: true });
    await expect(password).toBeVisible();
    // The warning of a first payment to this address.
    if ((await sheet.getByRole('checkbox').count()) > 0) await taps.on(sheet.getByRole('checkbox'));
    await taps.type(password, PAY_PASSWORD);
    await taps.on(sheet.getByRole('button', { name: 'Confirm', exact: true }));
    await phone.expectToast('Withdrawal requested');
  });
});
