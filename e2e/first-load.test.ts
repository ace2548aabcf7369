import { LANGS, localeOf } from '@karat/i18n';
import type { Page, Request, Route } from '@playwright/test';
import { expect, test } from './fixture.ts';
import type { Phone } from './pages/phone.ts';

/** Holds back the code of the app; the returned function lets it go. */
async function holdCode(page: Page): Promise<() => Promise<void>> {
  const held: Route[] = [];
  let released = false;
  await page.route('**/assets/*.js', async (route) => {
    if (released) await route.continue();
    else held.push(route);
  });
  return async () => {
    released = true;
    for (const route of held) await route.continue();
  };
}

/** Texts of the top, the first card and the tabs with their places on the screen. */
const landmarks = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() =>
    [
      ...document.querySelectorAll(
        'header h1, main h2, main h2 + p + div > *, main [role=tab], main button.border-b-2, nav.fixed span',
      ),
    ]
      .filter((part) => part.checkVisibility() && part.textContent !== '')
      .map((part) => {
        const { x, y, width, height } = part.getBoundingClientRect();
        return `${part.textContent} ${[x, y, width, height].map(Math.round).join(' ')}`;
      }),
  );

const drawn = (phone: Phone): Promise<void> => expect(phone.main().getByText('BTC').first()).toBeVisible();

for (const language of LANGS) {
  test(`in ${language} the page shows what the app then shows, before its code has arrived`, async ({
    phone,
  }) => {
    const { page } = phone;
    await phone.keep({ language, theme: 'dark' });
    const release = await holdCode(page);
    // The page counts as loaded only with its code.
    await page.goto('/', { waitUntil: 'commit' });
    await expect(page.locator('main h2')).toBeVisible();
    const first = await landmarks(page);
    expect(await page.evaluate(() => document.documentElement.lang)).toBe(localeOf(language));
    expect(await page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)).toBe(
      'rgb(13, 14, 16)',
    );
    await release();
    await expect(page.locator('[inert]')).toHaveCount(0);
    await expect(page.locator('main .skeleton')).toHaveCount(0);
    const then = await landmarks(page);
    // The app adds what it has read: the badge beside the name, tiles and markets further down.
    expect(first.length).toBeGreaterThan(8);
    expect(then.filter((landmark) => first.includes(landmark)).length).toBeGreaterThan(first.length - 2);
  });
}

const PATHS = ['/', '/pages/transaction/index', '/pages/market/market', '/pages/fund/assets'] as const;

for (const path of PATHS) {
  test(`nothing is read twice while ${path} loads`, async ({ phone, reader }) => {
    const { page } = phone;
    const requests: string[] = [];
    page.on('request', (request: Request) => {
      if (request.url().includes('/api/') || request.url().includes('/assets/'))
        requests.push(`${request.method()} ${request.url()} ${request.postData() ?? ''}`);
    });
    await phone.loginAs(reader);
    await phone.open(path);
    await expect(page.locator('[inert]')).toHaveCount(0);
    await expect(page.locator('main .skeleton')).toHaveCount(0);
    expect(requests.length).toBeGreaterThan(5);
    expect(requests.filter((one, at) => requests.indexOf(one) !== at)).toEqual([]);
  });
}

test('reads that fail before the app has started are made again', async ({ phone, complaints }) => {
  const failed = new Set<string>();
  await phone.page.route('**/api/**', (route) => {
    const key = `${route.request().url()} ${route.request().postData() ?? ''}`;
    if (failed.has(key)) return route.continue();
    failed.add(key);
    return route.abort();
  });
  await phone.open('/');
  await drawn(phone);
  expect(failed.size).toBeGreaterThan(5);
  complaints.splice(0, complaints.length, ...complaints.filter((line) => !line.includes('ERR_FAILED')));
});

test('a session that has ended leads to login, from the first picture on', async ({ phone }) => {
  await phone.loginAs({ token: 'ended' });
  await phone.open('/pages/fund/assets');
  await phone.expectAt('/pages/common/login');
});

test('without its code the page neither hides an error nor reads more than the first screen needs', async ({
  phone,
}) => {
  const { page } = phone;
  const reads: string[] = [];
  page.on('request', (request: Request) => {
    if (request.url().includes('/api/')) reads.push(request.url());
  });
  await holdCode(page);
  await page.goto('/#/pages/common/faq', { waitUntil: 'commit' });
  await expect(page.locator('main .skeleton').first()).toBeVisible();
  expect(reads).toEqual([]);
});
