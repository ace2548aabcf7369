import { call } from './server/api.ts';
import { expect, test } from './fixture.ts';
import { setPayPassword } from './server/people.ts';

const PAY = '274951';

// With animations: what is opened during them must not be lost.
test.use({ reducedMotion: 'no-preference' });

test('Escape closes only the top sheet, and the input below it stays', async ({ phone, person }) => {
  const { page } = phone;
  await setPayPassword(person, PAY);
  await phone.open('/pages/setting/apiKeys');
  await page.getByRole('button', { name: 'New API key' }).click();
  await page.getByLabel('Label').fill('Grid bot');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByLabel('Pay password', { exact: true })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByLabel('Pay password', { exact: true })).toHaveCount(0);
  await expect(page.getByLabel('Label')).toHaveValue('Grid bot');
});

test('wide buttons share the row of a sheet', async ({ phone, person: _ }) => {
  const { page } = phone;
  await phone.open('/pages/index/index');
  await phone.closeNotice();
  await page.getByRole('button', { name: 'Take the tour' }).click();
  const tour = page.getByRole('dialog', { name: 'Markets' });
  for (const name of ['Skip', 'Next'])
    await expect(tour.getByRole('button', { name, exact: true })).toBeInViewport({ ratio: 1 });
  await tour.getByRole('button', { name: 'Next', exact: true }).click();
  await expect(page.getByText('Step 2 of 4')).toBeInViewport({ ratio: 1 });
});

test('focus returns to the opener of a sheet', async ({ phone }) => {
  const { page } = phone;
  await phone.open('/pages/transaction/index');
  const chooser = page.getByRole('button', { name: /^Choose a market/ });
  await chooser.click();
  await expect(page.getByRole('dialog', { name: 'Markets' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(chooser).toBeFocused();
});

test('a secret can be copied from its sheet where pages may not use the clipboard', async ({
  phone,
  person,
}) => {
  const { page } = phone;
  await setPayPassword(person, PAY);
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'clipboard', { value: undefined });
    document.addEventListener('copy', () => {
      const area = document.activeElement;
      Object.assign(window, { taken: area instanceof HTMLTextAreaElement ? area.value : '' });
    });
  });
  await phone.open('/pages/setting/apiKeys');
  await page.getByRole('button', { name: 'New API key' }).click();
  await page.getByLabel('Label').fill('Grid bot');
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByLabel('Pay password', { exact: true }).fill(PAY);
  await page.getByRole('button', { name: 'Confirm', exact: true }).click();
  const copy = page.getByRole('button', { name: /^Copy: Secret/ });
  const secret = await copy.locator('xpath=preceding-sibling::div/p[2]').innerText();
  await copy.click();
  await phone.expectToast('Copied');
  expect(await page.evaluate(() => (window as unknown as { taken?: string }).taken)).toBe(secret);
  await expect(copy).toBeFocused();
});

test('a new address waits once the allow-list is on', async ({ phone, person }) => {
  const { page } = phone;
  await setPayPassword(person, PAY);
  await call(
    'user/wallet/save',
    { currency: 3, network: 'ethereum', name: 'Cold', address: `0x${'a1'.repeat(20)}` },
    { token: person.token },
  );
  await phone.open('/pages/setting/wallet');
  await expect(phone.main().getByText('Cold')).toBeVisible();
  await page.getByRole('switch').click();
  const sheet = page.getByRole('dialog');
  await sheet.getByLabel('Pay password', { exact: true }).fill(PAY);
  await sheet.getByRole('button', { name: 'Confirm', exact: true }).click();
  await expect(phone.main().getByText(/^Usable from/)).toBeVisible();
});

test('freezing the account shows a confirmation and leads to the login', async ({ phone, person }) => {
  const { page } = phone;
  await phone.open('/pages/setting/freeze');
  await page.getByLabel('Your login password', { exact: true }).fill(person.password);
  await page.locator('form').getByRole('button', { name: 'Freeze account' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Freeze account' }).click();
  await phone.expectToast('frozen');
  await phone.expectAt('/pages/common/login');
  await expect(page).not.toHaveURL(/[?&]to=/);
});
