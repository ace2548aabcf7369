import { fill } from '@karat/i18n';
import type { Lang, Template } from '@karat/i18n';
import type { ReadNotice } from './texts.ts';

type InNineLanguages = Readonly<Record<Lang, Template>>;

const SUBJECT = '[{site}] {title}';

const FOOTER: InNineLanguages = {
  en: 'You can read this and earlier messages in the message centre of {site}, and choose there what is e-mailed to you. {site} never asks for passwords or codes by e-mail.',
  hk: '你可於 {site} 的訊息中心查閱此訊息及過往訊息，並選擇接收哪些電郵。{site} 絕不會以電郵索取密碼或驗證碼。',
  th: 'คุณอ่านข้อความนี้และข้อความก่อนหน้าได้ในศูนย์ข้อความของ {site} และเลือกได้ว่าจะรับอีเมลใดบ้าง {site} จะไม่ขอรหัสผ่านหรือรหัสยืนยันทางอีเมล',
  jp: 'このメッセージと過去のメッセージは {site} のメッセージセンターで確認でき、メールで受け取る内容も選べます。{site} がメールでパスワードや認証コードをお尋ねすることはありません。',
  kor: '이 메시지와 지난 메시지는 {site} 메시지 센터에서 확인할 수 있으며, 메일로 받을 항목도 선택할 수 있습니다. {site}에서는 메일로 비밀번호나 인증번호를 절대 묻지 않습니다.',
  fra: 'Vous retrouvez ce message et les précédents dans le centre de messages de {site}, où vous choisissez aussi ce que vous recevez par e-mail. {site} ne demande jamais de mot de passe ni de code par e-mail.',
  spa: 'Puedes leer este y los mensajes anteriores en el centro de mensajes de {site}, y elegir allí qué recibes por correo. {site} nunca pide contraseñas ni códigos por correo.',
  vn: 'Bạn có thể đọc tin này và các tin trước trong trung tâm tin nhắn của {site}, cũng như chọn loại email muốn nhận. {site} không bao giờ hỏi mật khẩu hay mã qua email.',
  zh: '您可在 {site} 的消息中心查看此消息及过往消息，并选择接收哪些邮件。{site} 绝不会通过邮件索要密码或验证码。',
};

const CODE: InNineLanguages = {
  en: 'Your anti-phishing code: {code}',
  hk: '你的防釣魚碼：{code}',
  th: 'รหัสป้องกันฟิชชิงของคุณ: {code}',
  jp: 'フィッシング対策コード：{code}',
  kor: '피싱 방지 코드: {code}',
  fra: 'Votre code anti-hameçonnage : {code}',
  spa: 'Tu código antiphishing: {code}',
  vn: 'Mã chống lừa đảo của bạn: {code}',
  zh: '您的防钓鱼码：{code}',
};

/** Returns a notice as an email, with the user's anti-phishing phrase if one is set. */
export function emailOf(
  notice: ReadNotice,
  lang: Lang,
  site: string,
  antiPhishing: string | null,
): { readonly subject: string; readonly body: string } {
  const paragraphs = [notice.body, fill(FOOTER[lang], lang, { site })];
  if (antiPhishing !== null) paragraphs.unshift(fill(CODE[lang], lang, { code: antiPhishing }));
  return { subject: fill(SUBJECT, lang, { site, title: notice.title }), body: paragraphs.join('\n\n') };
}
