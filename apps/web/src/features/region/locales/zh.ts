import type en from './en.ts';

export default {
  title: '地区',
  note: '地区决定可用的产品和支付方式。它只在您的居住地和手机号规则之上增加限制，不会取代这些规则。',
  suggest: '推荐我的地区',
  suggest_title: '推荐地区',
  suggest_text: 'Karat 不使用 GPS，只读取浏览器的地区设置，且仅在此页面读取。',
  browser_says: '您的浏览器设置为',
  browser_silent: '您的浏览器没有提供地区。',
  use: '使用此地区',
  choose: '自行选择',
  saved: '已保存',
} satisfies Record<keyof typeof en, string>;
