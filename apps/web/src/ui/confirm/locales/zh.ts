import type en from './en.ts';

export default {
  pay_password: '支付密码',
  pay_password_empty: '请输入支付密码',
  code: '验证器验证码',
  code_empty: '请输入验证码',
  code_hint: '应用中的六位数字，或备用码',
  confirm: '确认',
  forgot: '忘记支付密码？',
  unset: '资金离开您的账户必须使用支付密码，您尚未设置。',
  set_up: '设置支付密码',
  first_payment: '您从未向此收款人付款。骗子会冒充客服、朋友或投资顾问。款项一经转出便无法追回。',
  first_payment_accept: '我认识此收款人，且没有人催促我付款',
} satisfies Record<keyof typeof en, string>;
