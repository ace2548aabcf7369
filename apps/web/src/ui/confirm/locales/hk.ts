import type en from './en.ts';

export default {
  pay_password: '支付密碼',
  pay_password_empty: '請輸入支付密碼',
  code: '驗證器驗證碼',
  code_empty: '請輸入驗證碼',
  code_hint: '應用程式中的六位數字，或備用碼',
  confirm: '確認',
  forgot: '忘記支付密碼？',
  unset: '資金離開你的帳戶必須使用支付密碼，你尚未設定。',
  set_up: '設定支付密碼',
  first_payment: '你從未向此收款人付款。騙徒會假冒客服、朋友或投資顧問。款項一經轉出便無法追回。',
  first_payment_accept: '我認識此收款人，且沒有人催促我付款',
} satisfies Record<keyof typeof en, string>;
