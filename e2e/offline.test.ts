import { expect, test } from './fixture.ts';

test('a lost line is said, prices are marked as old, and they move again when it is back', async ({
  phone,
  market,
  context,
  complaints,
}) => {
  await phone.open('/pages/market/market');
  await market.expectToMove('BTC');
  await context.setOffline(true);
  await expect(phone.page.getByText('You are offline. Figures may be out of date.')).toBeVisible();
  await context.setOffline(false);
  await expect(phone.page.getByText('You are offline')).toBeHidden();
  await expect(phone.page.getByText('Reconnecting')).toBeHidden({ timeout: 30_000 });
  await market.expectToMove('BTC');
  // What could not be fetched meanwhile is noted by the browser itself.
  complaints.splice(
    0,
    complaints.length,
    ...complaints.filter((line) => !line.includes('ERR_INTERNET_DISCONNECTED')),
  );
});
