import { LANGS } from '@karat/i18n';
import type { Lang, Template } from '@karat/i18n';

type InNineLanguages = Readonly<Record<Lang, Template>>;

const ADVICE: InNineLanguages = {
  en: 'If this was not you, freeze your account at once.',
  hk: '如非本人操作，請立即凍結帳戶。',
  th: 'หากไม่ใช่คุณ โปรดระงับบัญชีทันที',
  jp: 'お心当たりがない場合は、すぐにアカウントを凍結してください。',
  kor: '본인이 아니라면 즉시 계정을 동결하세요.',
  fra: 'Si ce n’était pas vous, bloquez aussitôt votre compte.',
  spa: 'Si no has sido tú, bloquea tu cuenta de inmediato.',
  vn: 'Nếu không phải bạn, hãy khóa tài khoản ngay.',
  zh: '如非本人操作，请立即冻结账户。',
};
/** Languages without spaces between sentences. */
const UNSPACED: readonly Lang[] = ['hk', 'jp', 'zh'];

/** Returns a text followed by the advice for a reader who did not do this. */
export const withSecurityFooter = (texts: InNineLanguages): InNineLanguages =>
  Object.fromEntries(
    LANGS.map((lang) => [lang, `${texts[lang]}${UNSPACED.includes(lang) ? '' : ' '}${ADVICE[lang]}`]),
  ) as Record<Lang, Template>;
