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

/** Screens are shared out among this many tests, so that workers divide them. */
const PARTS = 2;
const partOf = <T>(all: readonly T[], part: number): readonly T[] =>
  all.filter((_, index) => index % PARTS === part);

for (const theme of ['light', 'dark'] as const)
  for (let part = 0; part < PARTS; part += 1) {
    test(`nothing on the main screens bars anybody from using them: part ${part + 1}, in ${theme}`, async ({
      phone,
      reader,
    }) => {
      await phone.loginAs(reader);
      await phone.keep({ theme });
      const found: string[] = [];
      for (const screen of partOf(SCREENS, part)) {
        await phone.visit(screen);
        if (screen === '/') await phone.closeNotice();
        found.push(...(await barsOn(phone.page, screen, theme)));
      }
      expect(found).toEqual([]);
    });

    test(`nothing on the console's pages bars an operator from using them: part ${part + 1}, in ${theme}`, async ({
      desk,
    }) => {
      const admin = await desk('admin');
      await admin.page.emulateMedia({ colorScheme: theme });
      const found: string[] = [];
      for (const entry of partOf(CONSOLE, part)) {
        await admin.go(entry);
        await expect(admin.page.locator('.ant-skeleton, .ant-spin-spinning')).toHaveCount(0);
        found.push(...(await barsOn(admin.page, entry, theme)));
      }
      expect(found).toEqual([]);
    });
  }
