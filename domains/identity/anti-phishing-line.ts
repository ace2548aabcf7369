import { fill } from '@karat/i18n';
import type { Lang, Template } from '@karat/i18n';

const LINE: Readonly<Record<Lang, Template>> = {
  en: 'Your anti-phishing code: {text}',
  hk: '你的防釣魚碼：{text}',
  th: 'รหัสป้องกันฟิชชิงของคุณ: {text}',
  jp: 'フィッシング対策コード：{text}',
  kor: '피싱 방지 코드: {text}',
  fra: 'Votre code anti-hameçonnage : {text}',
  spa: 'Tu código antiphishing: {text}',
  vn: 'Mã chống lừa đảo của bạn: {text}',
  zh: '您的防钓鱼码：{text}',
};

/** The body of an email below the owner's anti-phishing phrase, which shows that the email is genuine. */
export const withAntiPhishing = (body: string, text: string, lang: Lang): string =>
  text === '' ? body : `${fill(LINE[lang], lang, { text })}\n\n${body}`;
