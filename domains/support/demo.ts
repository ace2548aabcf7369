import type { UserId } from '@karat/contract';
import type { Lang } from '@karat/i18n';
import { answer } from './answer.ts';
import { saveCanned } from './canned.ts';
import { cannedIdOf } from './canned-store.ts';
import { currentConversation } from './conversation-store.ts';
import type { SupportDeps } from './deps.ts';
import { open } from './send.ts';

const CANNED: readonly { readonly shortcut: string; readonly texts: Partial<Record<Lang, string>> }[] = [
  {
    shortcut: 'hello',
    texts: {
      en: 'Hello, this is customer service. How can I help?',
      hk: '你好，這裡是客服，請問有甚麼可以幫到你？',
      th: 'สวัสดี ฝ่ายบริการลูกค้ายินดีให้บริการ มีอะไรให้ช่วยไหม',
      jp: 'こんにちは、カスタマーサポートです。どのようなご用件でしょうか。',
      kor: '안녕하세요, 고객센터입니다. 무엇을 도와드릴까요?',
      fra: 'Bonjour, ici le service client. Comment puis-je vous aider ?',
      spa: 'Hola, aquí atención al cliente. ¿En qué puedo ayudarte?',
      vn: 'Xin chào, đây là bộ phận chăm sóc khách hàng. Tôi có thể giúp gì cho bạn?',
      zh: '您好，这里是客服，请问有什么可以帮您？',
    },
  },
  {
    shortcut: 'deposit-wait',
    texts: {
      en: 'A deposit is credited after the confirmations that its network needs. The deposit page shows how many are left.',
      hk: '充值需待網絡完成所需確認數後入帳，充值頁面會顯示尚餘的確認數。',
      th: 'เงินฝากจะเข้าบัญชีเมื่อเครือข่ายยืนยันครบ หน้าฝากเงินแสดงจำนวนการยืนยันที่เหลือ',
      jp: '入金はネットワークの承認数に達すると反映されます。残りの承認数は入金ページで確認できます。',
      kor: '입금은 네트워크 컨펌 횟수를 채우면 반영됩니다. 남은 컨펌 횟수는 입금 화면에서 확인할 수 있습니다.',
      fra: 'Un dépôt est crédité après les confirmations requises par son réseau. La page de dépôt indique celles qui restent.',
      spa: 'Un depósito se acredita tras las confirmaciones que exige su red. La página de depósito muestra cuántas faltan.',
      vn: 'Tiền nạp được ghi có sau đủ số xác nhận của mạng. Trang nạp tiền hiển thị số xác nhận còn lại.',
      zh: '充值需待网络完成所需确认数后入账，充值页面会显示剩余的确认数。',
    },
  },
  {
    shortcut: 'closing',
    texts: {
      en: 'Glad that it is solved. I am closing the conversation now; you can rate it and ask again at any time.',
      hk: '很高興問題已解決，我現在結束對話，歡迎評分，亦可隨時再次查詢。',
      zh: '很高兴问题已解决，我现在结束会话，欢迎评分，也可随时再次咨询。',
    },
  },
];

const QUESTION =
  '[Demo] Hello! I sent BTC to my deposit address ten minutes ago and do not see it yet. Is something wrong?';
const ANSWER =
  '[Demo] Hello Alice, all is well: Bitcoin deposits are credited after two confirmations, about twenty minutes. The deposit page counts them.';

/** Canned answers, and a conversation of a user that an operator has answered, once. Demonstrations only. */
export async function seedDemoSupport(
  deps: SupportDeps,
  { user, operator }: { readonly user: UserId | undefined; readonly operator: string },
): Promise<void> {
  const { db } = deps.ctx;
  for (const { shortcut, texts } of CANNED)
    if ((await cannedIdOf(db, shortcut)) === undefined)
      await saveCanned(deps, 0, { shortcut, texts, by: operator });
  const answering = (await deps.operators(db)).find(({ login }) => login === operator);
  if (user === undefined || !answering || (await currentConversation(db, user))) return;
  const question = {
    customer: { kind: 'user', userId: user } as const,
    clientId: 'demo-question',
    lang: 'en' as const,
    text: QUESTION,
  };
  const { conversation } = await open(deps, question, {
    kind: 'chat',
    subject: '[Demo] Where is my deposit?',
    token: null,
  });
  const given = {
    id: conversation.id,
    clientId: 'demo-answer',
    text: ANSWER,
    file: undefined,
    confirmed: false,
  };
  await answer(deps, answering, given);
}
