import type { NoticesOf } from '@karat/contract';
import type { NoticeTexts } from '@karat/domains/messages';
import { correctionReasonTexts } from './correction-reasons.ts';

/** Notice of a balance correction: `amount` with its sign, `coin`, `reason` a code, `note` the operator's text. */
export const operatorNotices: NoticeTexts<NoticesOf<'operators'>> = {
  'operators:correction': {
    group: 'money',
    words: { reason: correctionReasonTexts },
    title: {
      en: 'Your balance was corrected: {amount} {coin}',
      hk: '你的餘額已更正：{amount} {coin}',
      th: 'มีการแก้ไขยอดเงินของคุณ: {amount} {coin}',
      jp: '残高が訂正されました：{amount} {coin}',
      kor: '잔액이 정정되었습니다: {amount} {coin}',
      fra: 'Votre solde a été corrigé : {amount} {coin}',
      spa: 'Se ha corregido tu saldo: {amount} {coin}',
      vn: 'Số dư của bạn đã được điều chỉnh: {amount} {coin}',
      zh: '您的余额已更正：{amount} {coin}',
    },
    body: {
      en: '{reason} {note} You find the entry in your bills.',
      hk: '{reason}{note} 此項記錄及原因可於帳單查閱。',
      th: '{reason} {note} ดูรายการนี้ได้ในรายการเดินบัญชีของคุณ',
      jp: '{reason}{note} この記録と理由は明細で確認できます。',
      kor: '{reason} {note} 이 내역과 사유는 거래 내역에서 확인할 수 있습니다.',
      fra: '{reason} {note} L’écriture figure dans vos mouvements.',
      spa: '{reason} {note} El asiento figura en tus movimientos.',
      vn: '{reason} {note} Mục này cùng lý do nằm trong sao kê của bạn.',
      zh: '{reason}{note} 该记录及原因可在账单中查看。',
    },
  },
};
