import { wireTime } from '@karat/contract';
import type { SupportAuthor } from '@karat/contract';
import { withAntiPhishing } from '@karat/domains/identity';
import { fill } from '@karat/i18n';
import type { Lang, Template } from '@karat/i18n';
import type { Tx } from '@karat/platform/db';
import { DAY_MS } from '@karat/rules';
import type { SupportDeps } from './deps.ts';
import type { Conversation, SupportMessage } from './types.ts';

type InNineLanguages = Readonly<Record<Lang, Template>>;

const TRANSCRIPT_SUBJECT: InNineLanguages = {
  en: '[{site}] Your conversation with support, no. {id}',
  hk: '[{site}] 你與客服的對話記錄（編號 {id}）',
  th: '[{site}] บันทึกการสนทนากับฝ่ายบริการลูกค้า หมายเลข {id}',
  jp: '[{site}] サポートとの会話記録（番号 {id}）',
  kor: '[{site}] 고객센터 대화 기록 (번호 {id})',
  fra: '[{site}] Votre conversation avec le service client, n° {id}',
  spa: '[{site}] Tu conversación con atención al cliente, n.º {id}',
  vn: '[{site}] Cuộc trò chuyện với hỗ trợ, số {id}',
  zh: '[{site}] 您与客服的会话记录（编号 {id}）',
};
const TRANSCRIPT_INTRO: InNineLanguages = {
  en: 'Messages of the conversation, times in UTC:',
  hk: '對話訊息（時間為 UTC）：',
  th: 'ข้อความในการสนทนา (เวลา UTC):',
  jp: '会話のメッセージ（時刻は UTC）：',
  kor: '대화 내용 (시간은 UTC):',
  fra: 'Messages de la conversation, heures en UTC :',
  spa: 'Mensajes de la conversación, horas en UTC:',
  vn: 'Tin nhắn trong cuộc trò chuyện, giờ UTC:',
  zh: '会话消息（时间为 UTC）：',
};
const ANSWER_SUBJECT: InNineLanguages = {
  en: '[{site}] Support has replied',
  hk: '[{site}] 客服已回覆你',
  th: '[{site}] ฝ่ายบริการลูกค้าตอบคุณแล้ว',
  jp: '[{site}] サポートから回答がありました',
  kor: '[{site}] 고객센터에서 답변했습니다',
  fra: '[{site}] Le service client vous a répondu',
  spa: '[{site}] Atención al cliente te ha respondido',
  vn: '[{site}] Bộ phận hỗ trợ đã trả lời bạn',
  zh: '[{site}] 客服已回复您',
};
const ANSWER_BODY: InNineLanguages = {
  en: 'There is a reply in conversation no. {id}. Open the support page in the browser where you asked. {site} never asks for passwords or codes.',
  hk: '編號 {id} 的對話有新回覆，請在你提問時所用的瀏覽器開啟客服頁面查看。{site} 絕不會索取密碼或驗證碼。',
  th: 'มีคำตอบในการสนทนาหมายเลข {id} เปิดหน้าฝ่ายบริการลูกค้าในเบราว์เซอร์ที่คุณใช้ถาม {site} จะไม่ขอรหัสผ่านหรือรหัสยืนยัน',
  jp: '会話番号 {id} に回答があります。お問い合わせ時のブラウザでサポートページを開いてください。{site} がパスワードやコードをお尋ねすることはありません。',
  kor: '{id}번 대화에 답변이 있습니다. 문의하신 브라우저에서 고객센터 페이지를 열어 주세요. {site}에서는 비밀번호나 인증번호를 절대 묻지 않습니다.',
  fra: 'Une réponse vous attend dans la conversation n° {id}. Ouvrez la page du service client dans le navigateur où vous avez posé la question. {site} ne demande jamais de mot de passe ni de code.',
  spa: 'Hay una respuesta en la conversación n.º {id}. Abre la página de atención al cliente en el navegador donde preguntaste. {site} nunca pide contraseñas ni códigos.',
  vn: 'Có câu trả lời trong cuộc trò chuyện số {id}. Hãy mở trang hỗ trợ trong trình duyệt bạn đã dùng để hỏi. {site} không bao giờ hỏi mật khẩu hay mã.',
  zh: '编号 {id} 的会话有新回复，请在您提问时所用的浏览器打开客服页面查看。{site} 绝不会索要密码或验证码。',
};
/** Names of the two sides. */
const YOU: InNineLanguages = {
  en: 'You',
  hk: '你',
  th: 'คุณ',
  jp: 'あなた',
  kor: '나',
  fra: 'Vous',
  spa: 'Tú',
  vn: 'Bạn',
  zh: '您',
};
const SUPPORT: InNineLanguages = {
  en: 'Support',
  hk: '客服',
  th: 'ฝ่ายบริการลูกค้า',
  jp: 'サポート',
  kor: '고객센터',
  fra: 'Service client',
  spa: 'Atención al cliente',
  vn: 'Hỗ trợ',
  zh: '客服',
};
const PICTURE: InNineLanguages = {
  en: '[picture]',
  hk: '[圖片]',
  th: '[รูปภาพ]',
  jp: '[画像]',
  kor: '[사진]',
  fra: '[image]',
  spa: '[imagen]',
  vn: '[ảnh]',
  zh: '[图片]',
};

export interface Email {
  readonly subject: string;
  readonly body: string;
}

const sideOf = (author: SupportAuthor, lang: Lang): string =>
  author === 'customer' ? YOU[lang] : SUPPORT[lang];

/** One message of a transcript; events are left out. */
function lineOf(message: SupportMessage, lang: Lang): string {
  const { author, createdMs, file, reference, text } = message;
  const parts = [
    text,
    ...(file === null ? [] : [PICTURE[lang]]),
    ...(reference ? [`[${reference.title}]`] : []),
  ];
  const said = parts.filter((part) => part !== '').join(' ');
  return `${wireTime(createdMs)}  ${sideOf(author, lang)}: ${said}`;
}

/** Returns the messages of a conversation as an email in its language. */
export function transcriptEmail(
  site: string,
  { id, lang }: Conversation,
  messages: readonly SupportMessage[],
  antiPhishing: string | null,
): Email {
  const lines = messages.filter(({ author }) => author !== 'system').map((message) => lineOf(message, lang));
  const body = [TRANSCRIPT_INTRO[lang], ...lines].join('\n\n');
  return {
    subject: fill(TRANSCRIPT_SUBJECT[lang], lang, { site, id }),
    body: withAntiPhishing(body, antiPhishing ?? '', lang),
  };
}

/** Mails a visitor that there is an answer; the answer itself is not in the mail. */
export async function mailAnswer(
  deps: SupportDeps,
  tx: Tx,
  { id, lang, visitorEmail }: Conversation,
): Promise<void> {
  if (visitorEmail === null || deps.mail.mode === 'none') return;
  const values = { site: deps.siteName, id };
  await deps.mail.send(tx, {
    to: visitorEmail,
    lang,
    subject: fill(ANSWER_SUBJECT[lang], lang, values),
    body: fill(ANSWER_BODY[lang], lang, values),
    expiresAt: deps.ctx.clock.now() + DAY_MS,
  });
}
