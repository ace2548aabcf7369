import type { ProofsCode } from '@karat/contract';
import type { Catalogue } from '@karat/i18n';

/** Refusals of proofs. */
export const proofsMessages: Catalogue<ProofsCode> = {
  receipt_unknown: {
    en: 'This receipt does not exist.',
    hk: '沒有這張收據。',
    th: 'ไม่พบใบเสร็จนี้',
    jp: 'この受領証はありません。',
    kor: '해당 영수증이 없습니다.',
    fra: 'Ce reçu n’existe pas.',
    spa: 'Ese recibo no existe.',
    vn: 'Không có biên nhận này.',
    zh: '没有这张收据。',
  },
};
