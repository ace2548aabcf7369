import { expect, test } from './fixture.ts';

test.use({ serviceWorkers: 'allow' });

/** Network errors that the browser itself logs while offline. */
function forgiveOffline(complaints: string[]): void {
  const others = complaints.filter((line) => !/ERR_(INTERNET_DISCONNECTED|FAILED)/.test(line));
  complaints.splice(0, complaints.length, ...others);
}

test('a lost connection is shown, prices are marked as stale, and they move again after a reconnect', async ({
  phone,
  market,
  context,
  complaints,
}) => {
  await phone.open('/pages/market/market');
  await market.expectToMove();
  // Its script, fetched when the app is idle, would fail too.
  await phone.page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await context.setOffline(true);
  const bar = phone.page.getByText('You are offline. Figures may be out of date.');
  await expect(bar).toBeVisible();
  // On a scrolled screen both stick to the top: the header keeps below the bar.
  await phone.page.evaluate(() => window.scrollTo(0, 400));
  const [lost, header] = await Promise.all([bar.boundingBox(), phone.page.locator('header').boundingBox()]);
  expect(header?.y).toBeGreaterThanOrEqual((lost?.y ?? 0) + (lost?.height ?? 0) - 1);
  await context.setOffline(false);
  await expect(phone.page.getByText('You are offline')).toBeHidden();
  await expect(phone.page.getByText('Reconnecting')).toBeHidden({ timeout: 30_000 });
  await market.expectToMove();
  forgiveOffline(complaints);
});

test('an app that was opened offline loads its screen after a reconnect', async ({
  phone,
  market,
  context,
  complaints,
}) => {
  await phone.open('/pages/market/market');
  await market.expectToMove();
  await phone.page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await context.setOffline(true);
  await phone.page.reload();
  const failed = phone.page.getByText('Could not be loaded');
  await expect(failed).toBeVisible({ timeout: 30_000 });
  await expect(phone.page.getByText('No connection. Check your network and try again.')).toBeVisible();
  await context.setOffline(false);
  await expect(failed).toBeHidden({ timeout: 1_000 });
  await market.expectToMove();
  forgiveOffline(complaints);
});

test('an unavailable service has its own screen, which disappears with the outage and keeps the input', async ({
  phone,
  complaints,
}) => {
  await phone.open('/pages/common/login');
  const typed = phone.page.getByLabel('Password', { exact: true });
  await typed.fill('half typed');
  const body = JSON.stringify({ type: 'error', code: 0, message: 'Shortly', error: 'unavailable' });
  const away = { status: 503, contentType: 'application/json', body };
  await phone.page.route(/\/(api\/user\/login|readyz)/, (route) => route.fulfill(away));
  await phone.page.getByLabel('E-mail', { exact: true }).fill('ann@example.com');
  await phone.page.getByRole('button', { name: 'Log in', exact: true }).click();
  const screen = phone.page.getByRole('dialog', { name: 'We will be right back' });
  await expect(screen).toBeVisible();
  await screen.getByRole('button', { name: 'Try again' }).click();
  await expect(screen.getByText('Not back yet.')).toBeVisible();
  await phone.page.unroute(/\/(api\/user\/login|readyz)/);
  await screen.getByRole('button', { name: 'Try again' }).click();
  await expect(screen).toBeHidden();
  await expect(typed).toHaveValue('half typed');
  complaints.splice(0, complaints.length, ...complaints.filter((line) => !line.includes('503')));
});
