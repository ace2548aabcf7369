import { expect, test } from './fixture.ts';

test('a browser that is too old gets a page that says so in nine languages', async ({ phone }) => {
  await phone.page.addInitScript(() => Reflect.deleteProperty(Array.prototype, 'toSorted'));
  await phone.page.goto('/');
  await expect(phone.page.getByText(/Safari 16\.4/)).toHaveCount(9);
  await expect(phone.page.locator('#root')).toHaveCount(0);
});

test('the app works without what the oldest supported browsers lack', async ({ phone, reader }) => {
  await phone.page.addInitScript(() => {
    for (const name of ['popover', 'showPopover', 'hidePopover', 'togglePopover'])
      Reflect.deleteProperty(HTMLElement.prototype, name);
    Reflect.deleteProperty(AbortSignal, 'any');
    Reflect.deleteProperty(URL, 'canParse');
    Reflect.deleteProperty(Promise, 'withResolvers');
    Reflect.deleteProperty(Document.prototype, 'startViewTransition');
  });
  await phone.loginAs(reader);
  await phone.open('/pages/market/market');
  await expect(phone.main().getByText('BTC/USDT').first()).toBeVisible();
  await phone.open('/pages/setting/setting');
  await expect(phone.main()).toBeVisible();
});
