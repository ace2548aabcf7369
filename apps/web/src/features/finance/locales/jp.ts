import type en from './en.ts';

export default {
  title: '運用',
  lead: '自分で検算できる条件',
  lead_text: '利率、期日、違約金は確認前にすべて表示します。',
  recurring_title: '積立購入',
  recurring_text: '決まった金額でコインや株式を毎日・毎週・毎月購入。',
  dual_title: 'デュアル投資',
  dual_text: '固定利率。二つの通貨のどちらかで受け取ります。',
  ieo_title: '新規募集',
  ieo_text: '新しいトークンや不動産ファンドを発行価格で。',
  loans_title: 'ローン',
  loans_text: '保有資産を担保に、明確な条件で借り入れ。',
  convert: '今すぐコインを交換',
} satisfies Record<keyof typeof en, string>;
