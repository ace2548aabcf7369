import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect, test } from './fixture.ts';

const SCREENS = [
  '/',
  '/pages/market/market',
  '/pages/market/search',
  '/pages/transaction/index',
  '/pages/financial/index',
  '/pages/fund/assets',
  '/pages/fund/transfer',
  '/pages/fund/fundTransfer',
  '/pages/setting/bill',
  '/pages/setting/setting',
  '/pages/setting/userInfo',
  '/pages/setting/security',
  '/pages/setting/language',
  '/pages/setting/appearance',
  '/pages/common/login',
  '/pages/common/register',
  '/pages/common/faq',
] as const;

/** Pages of the console by menu entry: queues, terms, figures, lists with and without rows. */
const CONSOLE = [
  'Dashboard',
  'Approvals',
  'Operators',
  'Withdrawals',
  'Books and chains',
  'Markets',
  'Options',
  'Stocks',
  'Bots',
  'Users',
  'Outbox',
  'Health',
] as const;

/** Returns the accessibility violations by screen. The themes differ in colours only: one of them gets every rule. */
async function barsOn(page: Page, screen: string, theme: 'light' | 'dark'): Promise<string[]> {
  // The screens have no frames: results need not be merged in a page of their own.
  const axe = new AxeBuilder({ page }).setLegacyMode().options({
    resultTypes: ['violations'],
    ...(theme === 'light' ? {} : { runOnly: ['color-contrast'] }),
  });
  const { violations } = await axe.analyze();
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${screen}: ${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`);
}

for (const theme of ['light', 'dark'] as const) {
  test(`nothing on the main screens bars anybody from using them, in ${theme}`, async ({ phone, reader }) => {
    test.setTimeout(180_000);
    await phone.loginAs(reader);
    await phone.keep({ theme });
    const found: string[] = [];
    for (const screen of SCREENS) {
      await phone.visit(screen);
      if (screen === '/') await phone.closeNotice();
      found.push(...(await barsOn(phone.page, screen, theme)));
    }
    expect(found).toEqual([]);
  });

  test(`nothing on the console's pages bars an operator from using them, in ${theme}`, async ({ desk }) => {
    test.setTimeout(120_000);
    const admin = await desk('admin');
    await admin.page.emulateMedia({ colorScheme: theme });
    const found: string[] = [];
    for (const entry of CONSOLE) {
      await admin.go(entry);
      await expect(admin.page.locator('.ant-skeleton, .ant-spin-spinning')).toHaveCount(0);
      found.push(...(await barsOn(admin.page, entry, theme)));
    }
    expect(found).toEqual([]);
  });
}
