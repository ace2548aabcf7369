import { randomInt } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import { expect, test } from './fixture.ts';
import { codeSentTo, reportLinkTo, setPayPassword } from './server/people.ts';

const PAY = '274951';

/** The code of an authenticator, never that of the previous step. */
const codeOf = (secret: string, at = Date.now()): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: at });

test('a user sets a pay password and an authenticator, and logs in with both steps', async ({
  phone,
  auth,
  settings,
  person,
}) => {
  const { page } = phone;
  const main = phone.main();
  const form = page.locator('main:not([data-left]) form');

  await phone.open('/pages/setting/security');
  await expect(main.getByText('Your account could be much safer.')).toBeVisible();
  await main.getByRole('link', { name: /^Pay password/ }).click();
  await phone.title('Pay password').waitFor();
  await page.getByLabel('New pay password', { exact: true }).fill(PAY);
  await page.getByLabel('Repeat pay password', { exact: true }).fill('274952');
  await page.getByLabel('Your login password', { exact: true }).fill(person.password);
  await page.getByRole('button', { name: 'Send code' }).click();
  await page.getByText('The code has been sent.').waitFor();
  await page.getByLabel('Verification code', { exact: true }).fill(await codeSentTo(person.email, 2));
  await page.getByRole('button', { name: 'Set pay password' }).click();
  await expect(page.getByText('The two pay passwords are not the same')).toBeVisible();
  await page.getByLabel('Repeat pay password', { exact: true }).fill(PAY);
  await page.getByRole('button', { name: 'Set pay password' }).click();
  await phone.expectToast('Your pay password is set');
  await expect(main.getByRole('link', { name: /Pay password Set/ })).toBeVisible();

  await main.getByRole('link', { name: /^Authenticator app/ }).click();
  await phone.title('Authenticator app').waitFor();
  await page.getByLabel('Login password', { exact: true }).fill(person.password);
  await form.getByRole('button', { name: 'Send code' }).click();
  await page.getByText('The code has been sent.').waitFor();
  const proof = await codeSentTo(person.email, 3);
  await page.getByLabel('Code to your current contact', { exact: true }).fill(proof);
  await form.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible();
  const secret = await page.getByText(/^[A-Z2-7]{32}$/).innerText();
  const first = codeOf(secret);
  await page.getByLabel('Authenticator code', { exact: true }).fill(first);
  await page.getByRole('button', { name: 'Turn on' }).click();
  await expect(page.getByText('Your backup codes')).toBeVisible();
  const shown = main.getByText(/^[2-9A-Z]{5}-[2-9A-Z]{5}$/);
  await expect(shown).toHaveCount(10);
  await page.getByRole('button', { name: 'I have saved them' }).click();
  await expect(main.getByRole('link', { name: /Authenticator app On/ })).toBeVisible();
  await expect(main.getByText('Your account is fairly safe.')).toBeVisible();

  await phone.visit('/pages/setting/setting');
  await settings.logout();
  await expect(settings.row('Log in')).toBeVisible();
  await phone.open('/pages/common/login');
  await auth.login(person.email, person.password);
  await page.getByLabel('Authenticator code', { exact: true }).fill(first);
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  const wrong = page.getByLabel('Authenticator code', { exact: true });
  await expect(wrong).toHaveAccessibleDescription('The verification code is wrong.');
  // The server also accepts the code of the next step, for clocks that differ: no need to wait.
  await page.getByLabel('Authenticator code', { exact: true }).fill(codeOf(secret, Date.now() + 30_000));
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  await phone.expectToast('Login succeeded');

  await phone.visit('/pages/setting/logins');
  await expect(main.getByText('Wrong code')).toBeVisible();
  await expect(main.getByText('Logged in').first()).toBeVisible();
});

test('an API key is created with the pay password and shown once; a wrong password is reported in the sheet', async ({
  phone,
  person,
}) => {
  const { page } = phone;
  await setPayPassword(person, PAY);

  await phone.open('/pages/setting/apiKeys');
  await expect(page.getByText('No API keys yet')).toBeVisible();
  await page.getByRole('button', { name: 'New API key' }).click();
  await page.getByLabel('Label').fill('Grid bot');
  await page.getByRole('switch', { name: /Trade/ }).check();
  await page.getByRole('button', { name: 'Continue' }).click();
  const password = page.getByLabel('Pay password', { exact: true });
  await password.fill('918273');
  await page.getByRole('button', { name: 'Confirm', exact: true }).click();
  await expect(page.getByText('The pay password is wrong.')).toBeVisible();
  await password.fill(PAY);
  await page.getByRole('button', { name: 'Confirm', exact: true }).click();
  await expect(page.getByText('The secret is shown only now.')).toBeVisible();
  await page.getByRole('button', { name: 'I have saved them' }).click();
  await expect(phone.main().getByText('Grid bot')).toBeVisible();
  await expect(phone.main().getByText('Trade', { exact: true })).toBeVisible();
});

test('a phone is linked with the password and a code to the e-mail, whose owner can freeze the account', async ({
  phone,
  auth,
  person,
}) => {
  const { page } = phone;
  const main = phone.main();
  const mobile = `138${randomInt(10_000_000, 99_999_999)}`;
  await phone.open('/pages/setting/binding?kind=phone');
  await page.getByLabel('New phone number', { exact: true }).fill(mobile);
  await page.getByRole('button', { name: 'Send code' }).first().click();
  await page.getByText('If the address is right').waitFor();
  await page.getByLabel('Verification code', { exact: true }).fill(await codeSentTo(`+86${mobile}`));
  await page.getByLabel('Login password', { exact: true }).fill('not-the-password');
  await page.getByRole('button', { name: 'Send code' }).click();
  await page.getByText('The code has been sent.').waitFor();
  const proof = await codeSentTo(person.email, 2);
  await page.getByLabel('Code to your current contact', { exact: true }).fill(proof);
  await page.getByRole('button', { name: 'Link', exact: true }).click();
  await expect(page.getByLabel('Login password', { exact: true })).toHaveAttribute('aria-invalid', 'true');
  await page.getByLabel('Login password', { exact: true }).fill(person.password);
  await page.getByRole('button', { name: 'Link', exact: true }).click();
  await phone.expectToast('Linked to your account');
  await expect(main.getByText(/Can reset passwords from/)).toBeVisible();
  await expect(main.getByText(/Withdrawals wait until/)).toHaveCount(0);

  await phone.open(await reportLinkTo(person.email));
  await expect(page.getByRole('heading', { name: 'Not you?' })).toBeVisible();
  await page.getByRole('button', { name: 'Freeze my account' }).click();
  await expect(page.getByRole('heading', { name: 'Your account is frozen' })).toBeVisible();
  await phone.open('/pages/common/login');
  await auth.login(person.email, person.password);
  await expect(page.getByRole('link', { name: 'Unfreeze account' })).toBeVisible();
});
