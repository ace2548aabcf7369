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

const THEMES = ['light', 'dark'] as const;

/**
 * Serious accessibility violations of an open screen in both themes. They differ in colours only: one of them gets every
 * rule.
 */
async function barsOn(page: Page, screen: string): Promise<string[]> {
  const found: string[] = [];
  for (const theme of THEMES) {
    await page.emulateMedia({ colorScheme: theme });
    await expect(page.locator('html')).toHaveCSS('color-scheme', theme);
    // Reading the library takes longer than its checks: once for all screens of a page.
    const isThere = await page.evaluate(() => 'axe' in window);
    // The screens have no frames: results need not be merged in a page of their own.
    const checks = new AxeBuilder({ page, ...(isThere && { axeSource: ';' }) }).setLegacyMode().options({
      resultTypes: ['violations'],
      ...(theme === 'light' ? {} : { runOnly: ['color-contrast'] }),
    });
    const { violations } = await checks.analyze();
    for (const { id, impact, nodes } of violations)
      if (impact === 'serious' || impact === 'critical')
        found.push(`${screen}, ${theme}: ${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`);
  }
  return found;
}

/** Screens are shared out among this many tests, so that workers divide them. */
const PARTS = 6;
const partOf = <T>(all: readonly T[], part: number): readonly T[] =>
  all.filter((_, index) => index % PARTS === part);

for (let part = 0; part < PARTS; part += 1) {
  test(`nothing on the main screens bars anybody from using them: part ${part + 1}`, async ({
    phone,
    reader,
  }) => {
    await phone.loginAs(reader);
    const found: string[] = [];
    for (const screen of partOf(SCREENS, part)) {
      await phone.visit(screen);
      if (screen === '/') await phone.closeNotice();
      found.push(...(await barsOn(phone.page, screen)));
    }
    expect(found).toEqual([]);
  });

  test(`nothing on the console's pages bars an operator from using them: part ${part + 1}`, async ({
    desk,
  }) => {
    const admin = await desk('admin');
    const found: string[] = [];
    for (const entry of partOf(CONSOLE, part)) {
      await admin.go(entry);
      await expect(admin.page.locator('.ant-skeleton, .ant-spin-spinning')).toHaveCount(0);
      found.push(...(await barsOn(admin.page, entry)));
    }
    expect(found).toEqual([]);
  });
}
