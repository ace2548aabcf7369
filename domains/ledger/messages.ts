import type { LedgerCode } from '@karat/contract';
import type { Catalogue } from '@karat/i18n';

/** Refusals of the ledger. `currency` is the currency's code. */
export const ledgerMessages: Catalogue<LedgerCode> = {
  insufficient_balance: {
    en: 'Insufficient {currency} balance',
    hk: '{currency} 餘額不足',
    th: 'ยอดเงิน {currency} ไม่พอ',
    jp: '{currency} の残高が不足しています',
    kor: '{currency} 잔액이 부족합니다',
    fra: 'Solde {currency} insuffisant',
    spa: 'Saldo de {currency} insuficiente',
    vn: 'Số dư {currency} không đủ',
    zh: '{currency} 余额不足',
  },
  currency_unknown: {
    en: 'This currency does not exist',
    hk: '此幣種不存在',
    th: 'ไม่มีสกุลเงินนี้',
    jp: 'この通貨は存在しません',
    kor: '존재하지 않는 통화입니다',
    fra: 'Cette devise n’existe pas',
    spa: 'Esta moneda no existe',
    vn: 'Loại tiền này không tồn tại',
    zh: '该币种不存在',
  },
  currency_disabled: {
    en: 'This currency is not available here',
    hk: '此處不支援該幣種',
    th: 'สกุลเงินนี้ใช้ที่นี่ไม่ได้',
    jp: 'この通貨はここではご利用いただけません',
    kor: '여기서는 사용할 수 없는 통화입니다',
    fra: 'Cette devise n’est pas disponible ici',
    spa: 'Esta moneda no está disponible aquí',
    vn: 'Loại tiền này không dùng được ở đây',
    zh: '此处不支持该币种',
  },
  currency_code_taken: {
    en: 'There is already a currency with the code {code}',
    hk: '幣種代碼 {code} 已存在',
    th: 'มีสกุลเงินรหัส {code} อยู่แล้ว',
    jp: '通貨コード {code} はすでに使われています',
    kor: '이미 있는 통화 코드입니다: {code}',
    fra: 'Le code de devise {code} existe déjà',
    spa: 'Ya existe una moneda con el código {code}',
    vn: 'Mã tiền {code} đã tồn tại',
    zh: '币种代码 {code} 已存在',
  },
};
