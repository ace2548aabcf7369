import { expect, test } from './fixture.ts';
import { codeSentTo, newAddress } from './server/people.ts';

test('registration needs the mailed code and the password twice, and gives 10,000 USDT demo money', async ({
  phone,
  auth,
  funds,
}) => {
  const email = newAddress();
  await phone.open('/pages/common/register');
  await expect(phone.page.getByText('your account starts with demo money')).toBeVisible();
  await auth.sendCodeTo(email);
  const code = await codeSentTo(email);

  await auth.fillNew(code, 'a-good-password', 'another-password');
  await auth.createAccount();
  await expect(phone.page.getByText('The two passwords are inconsistent')).toBeVisible();

  const wrong = code === '000000' ? '000001' : '000000';
  await auth.fillNew(wrong, 'a-good-password');
  await auth.createAccount();
  await expect(phone.page.getByRole('alert')).toHaveText('The verification code is wrong.');
  await phone.expectAt('/pages/common/register');

  await auth.fillNew(code, 'a-good-password');
  await auth.createAccount();
  await phone.expectToast('Registration succeeded');
  await phone.expectAt('/');

  await phone.closeNotice();
  await phone.tab('Assets');
  await expect(funds.balance('USDT')).toContainText('10,000');
  await expect(phone.page.getByText('Demo money without real value.')).toBeVisible();
});

test('a wrong password is refused without revealing whether the account exists', async ({
  phone,
  auth,
  reader,
}) => {
  await phone.open('/pages/common/login');
  await auth.login(reader.email, 'not-the-password');
  const refusal = phone.page.getByRole('alert');
  const reply = await refusal.innerText();
  await auth.login(newAddress(), 'not-the-password');
  await expect(refusal).toHaveText(reply);
  await phone.expectAt('/pages/common/login');
});

test('after a logout the user is a visitor', async ({ phone, settings, person }) => {
  await phone.open('/pages/setting/setting');
  await expect(settings.row(new RegExp(`UID`))).toBeVisible();
  await settings.logout();
  await expect(settings.row('Log in')).toBeVisible();
  await phone.page.reload();
  await expect(settings.row('Log in')).toBeVisible();
  expect(person.token).not.toBe('');
});

test('a forgotten password is reset with a code; the old password and session become invalid', async ({
  phone,
  auth,
  person,
}) => {
  await phone.open('/pages/common/forget');
  await auth.sendCodeTo(person.email);
  await auth.fillNew(await codeSentTo(person.email, 2), 'quite-another-one');
  await auth.setNewPassword();
  await phone.expectToast('Your password has been changed');
  await phone.expectAt('/pages/common/login');
  await auth.login(person.email, person.password);
  await expect(phone.page.getByRole('alert')).toBeVisible();
  await phone.expectAt('/pages/common/login');
  await auth.login(person.email, 'quite-another-one');
  await phone.expectToast('Login succeeded');
});

test('a login by phone number keeps the selected country', async ({ phone }) => {
  await phone.open('/pages/common/login');
  await phone.page.getByRole('tab', { name: 'Phone' }).click();
  await phone.page.getByRole('button', { name: /Country or region/ }).click();
  const sheet = phone.page.getByRole('dialog', { name: 'Country or region' });
  await sheet.getByLabel('Search country or code').fill('Thailand');
  await sheet.getByRole('button', { name: 'Thailand +66' }).click();
  await expect(phone.page.getByRole('button', { name: 'Country or region +66' })).toBeVisible();
});

test('a code that one account requires is not requested of another', async ({ phone }) => {
  const { page } = phone;
  await phone.refuse('user/login', 'code_required', 'Enter the code');
  await phone.open('/pages/common/login');
  const email = page.getByLabel('E-mail', { exact: true });
  await email.fill('ann@people.example');
  await page.getByLabel('Password', { exact: true }).fill('secret-of-ann');
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  await expect(page.getByLabel('Authenticator code', { exact: true })).toBeVisible();
  await email.fill('bea@people.example');
  await expect(page.getByLabel('Authenticator code', { exact: true })).toHaveCount(0);
});
