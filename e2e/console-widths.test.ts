import type { Page } from '@playwright/test';
import { expect, test } from './fixture.ts';

const PHONE = { width: 390, height: 844 };

/** Horizontal overflow of the page in pixels. */
const spilt = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);

/** Entries of the menu are shared out among this many tests, so that workers divide them. */
const PARTS = 5;

for (let part = 0; part < PARTS; part += 1) {
  test(`on a narrow screen the menu opens every page, and none overflows: part ${part + 1}`, async ({
    desk,
  }) => {
    const admin = await desk('admin');
    const { page } = admin;
    await expect(page.getByRole('menuitem').nth(20)).toBeVisible();
    const entries = await page.getByRole('menuitem').allInnerTexts();
    await page.setViewportSize(PHONE);
    const wider: string[] = [];
    for (const entry of entries.filter((_, index) => index % PARTS === part)) {
      const name = entry.split('\n')[0] ?? '';
      await page.getByRole('button', { name: 'Pages' }).click();
      await admin.go(name);
      await expect(page.getByRole('menuitem')).toHaveCount(0);
      await expect(page.locator('.ant-skeleton, .ant-spin-spinning')).toHaveCount(0);
      if ((await spilt(page)) > 0) wider.push(name);
      for (const tab of (await page.getByRole('tab').all()).slice(1)) {
        await tab.click();
        if ((await spilt(page)) > 0) wider.push(`${name}: ${await tab.innerText()}`);
      }
    }
    expect(wider).toEqual([]);
  });
}
