import type { Page, Request, Route } from '@playwright/test';
import { expect, test } from './fixture.ts';

/** The most that a screen may shift in all: a fifth of what Core Web Vitals call good. */
const MOST = 0.02;

declare global {
  interface Window {
    /** Sum of the layout shifts since the page was opened. */
    shifted: number;
  }
}

/** The part of the browser's entry that the types of the DOM leave out. */
interface LayoutShift extends PerformanceEntry {
  readonly value: number;
  readonly hadRecentInput: boolean;
}

/** Sums the layout shifts of each page that is opened. */
const sumShifts = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    window.shifted = 0;
    const isShift = (entry: PerformanceEntry): entry is LayoutShift => entry.entryType === 'layout-shift';
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        if (isShift(entry) && !entry.hadRecentInput) window.shifted += entry.value;
    }).observe({ type: 'layout-shift', buffered: true });
  });

/** Two frames: what arrived is drawn, and its layout shift is counted. */
const drawn = (page: Page): Promise<void> =>
  page.evaluate(
    () =>
      new Promise<void>((done) => {
        requestAnimationFrame(() => requestAnimationFrame(() => done()));
      }),
  );

/**
 * Answers the calls of the page one at a time, the latest first, each when the one before is drawn: so every part of a screen
 * arrives alone, and those on top last.
 */
async function answerSlowly(page: Page): Promise<() => Promise<void>> {
  const waiting: Route[] = [];
  const ended = new Set<Request>();
  page.on('requestfailed', (request) => ended.add(request));
  await page.route('**/api/**', (route) => void waiting.push(route));
  return async () => {
    const loading = page.locator('main .skeleton');
    await expect(loading.first()).toBeVisible();
    for (;;) {
      const route = waiting.pop();
      if (route) {
        // The page gave it up: it went to another page, or the app reads it again.
        if (ended.has(route.request())) continue;
        // It may give up this one meanwhile: then the answer goes nowhere, and there is no event to wait for.
        await route.fulfill({ response: await route.fetch() });
        await drawn(page);
      } else if ((await loading.count()) === 0) return;
      else await drawn(page);
    }
  };
}

for (const path of [
  '/',
  '/pages/financial/index',
  '/pages/nft/nft',
  '/pages/setting/wallet',
  '/pages/fund/fundTransfer',
  '/pages/fund/gifts',
])
  test(`answers that arrive one after another do not move what ${path} already shows`, async ({
    phone,
    reader,
  }) => {
    const { page } = phone;
    await phone.loginAs(reader);
    await sumShifts(page);
    const settle = await answerSlowly(page);
    await page.goto(`/#${path}`);
    await settle();
    await drawn(page);
    expect(await page.evaluate(() => window.shifted)).toBeLessThan(MOST);
  });
