import { LANGS } from '@karat/i18n';
import { expect, test } from './fixture.ts';

/** Where money comes in and goes out, and who somebody is. */
const SCREENS = [
  '/pages/common/login',
  '/pages/common/register',
  '/pages/common/forget',
  '/pages/common/unfreeze',
  '/pages/fund/assets',
  '/pages/fund/select',
  '/pages/fund/receive',
  '/pages/fund/voucher',
  '/pages/fund/receive_withdraw_record',
  '/pages/fund/withdraw',
  '/pages/fund/withdraw_figures',
  '/pages/fund/transfer',
  '/pages/fund/fundTransfer',
  '/pages/setting/bill',
  '/pages/otc/otc',
  '/pages/setting/setting',
  '/pages/setting/userInfo',
  '/pages/setting/security',
  '/pages/setting/password',
  '/pages/setting/payPassword',
  '/pages/setting/authenticator',
  '/pages/setting/passkeys',
  '/pages/setting/devices',
  '/pages/setting/binding',
  '/pages/setting/antiPhishing',
  '/pages/setting/freeze',
  '/pages/setting/apiKeys',
  '/pages/setting/real',
  '/pages/setting/real_mark',
  '/pages/setting/wallet',
  '/pages/setting/addWallet',
  '/pages/setting/bank',
  '/pages/setting/bank_edit',
  '/pages/setting/bank_international',
  '/pages/mailMessage/mailMessage',
  '/pages/mailMessage/mailMessageList',
] as const;

const HEIGHT = 844;
/** A small phone, a usual one, and a usual one whose owner reads text twice as large. */
const LOOKS = [
  { width: 320, text: '100%' },
  { width: 390, text: '100%' },
  { width: 390, text: '200%' },
] as const;

/** A name of a text or an unfilled slot that reached the screen. */
const RAW = /\b[a-z]+_[a-z_]+\b|\{[a-z]+\}|undefined|\[object/;

for (const language of LANGS) {
  test(`in ${language} every text of money and identity is there and fits a small phone and large letters`, async ({
    phone,
    reader,
  }) => {
    test.setTimeout(300_000);
    await phone.loginAs(reader);
    await phone.keep({ language });
    const wrong: string[] = [];
    for (const screen of SCREENS) {
      await phone.visit(screen);
      const raw = RAW.exec(await phone.main().innerText());
      if (raw) wrong.push(`${screen}: ${raw[0]}`);
      for (const { width, text } of LOOKS) {
        await phone.page.setViewportSize({ width, height: HEIGHT });
        const spilt = await phone.spilt(text);
        wrong.push(...spilt.map((what) => `${screen} at ${width} px, text at ${text}: ${what}`));
      }
    }
    expect(wrong).toEqual([]);
  });
}
