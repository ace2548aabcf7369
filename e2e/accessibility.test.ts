import { AxeBuilder } from '@axe-core/playwright';
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

for (const theme of ['light', 'dark'] as const) {
  test(`nothing on the main screens bars anybody from using them, in ${theme}`, async ({ phone, reader }) => {
    test.setTimeout(180_000);
    await phone.loginAs(reader);
    await phone.keep({ theme });
    await phone.page.emulateMedia({ reducedMotion: 'reduce' });
    const found: string[] = [];
    for (const screen of SCREENS) {
      await phone.visit(screen);
      if (screen === '/') await phone.closeNotice();
      const { violations } = await new AxeBuilder({ page: phone.page }).analyze();
      found.push(
        ...violations
          .filter(({ impact }) => impact === 'serious' || impact === 'critical')
          .map(
            ({ id, nodes }) => `${screen}: ${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`,
          ),
      );
    }
    expect(found).toEqual([]);
  });
}
