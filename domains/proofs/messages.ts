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
  liabilities_unknown: {
    en: 'There is no statement of that day with balances to check.',
    hk: '該日沒有可供核對結餘的報表。',
    th: 'ไม่มีรายงานของวันนั้นที่ตรวจสอบยอดคงเหลือได้',
    jp: 'その日の残高を確認できる報告書はありません。',
    kor: '해당 날짜에는 잔액을 확인할 수 있는 명세서가 없습니다.',
    fra: 'Aucun état de ce jour ne permet de vérifier des soldes.',
    spa: 'No hay un estado de ese día con saldos que comprobar.',
    vn: 'Không có báo cáo của ngày đó để kiểm tra số dư.',
    zh: '该日没有可供核对余额的报表。',
  },
};
