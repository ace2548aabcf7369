import { LANGS, localeOf } from '@karat/i18n';
import { expect, test } from './fixture.ts';

/** Names of the languages in the settings. */
const NAMES = {
  en: 'English',
  hk: '繁體中文',
  th: 'ไทย',
  jp: '日本語',
  kor: '한국어',
  fra: 'Français',
  spa: 'Español',
  vn: 'Tiếng Việt',
  zh: '简体中文',
} as const;

/** The key of a text (`tab_home`) or an unfilled slot (`{count}`) on the screen. */
const RAW = /\b[a-z]+_[a-z_]+\b|\{[a-z]+\}|undefined|\[object/;
const SCREENS = [
  '/',
  '/pages/market/market',
  '/pages/common/login',
  '/pages/setting/setting',
  '/pages/common/faq',
] as const;

test('each of the nine languages applies to the whole page, and no text is untranslated', async ({
  phone,
  settings,
}) => {
  await phone.open('/');
  await phone.closeNotice();
  const seen = new Map<string, string>();
  for (const lang of LANGS) {
    await phone.visit('/pages/setting/language');
    await settings.choose(NAMES[lang]);
    await expect(settings.choice(NAMES[lang])).toBeChecked();
    await expect(phone.page.locator('html')).toHaveAttribute('lang', localeOf(lang));
    for (const screen of SCREENS) {
      await phone.visit(screen);
      expect(await phone.page.locator('body').innerText(), `${screen} in ${lang}`).not.toMatch(RAW);
    }
    const title = await phone.page.title();
    expect([...seen.values()], `the title in ${lang}`).not.toContain(title);
    seen.set(lang, title);
  }
  await phone.page.reload();
  await expect(phone.page.locator('html')).toHaveAttribute('lang', localeOf('zh'));
});
