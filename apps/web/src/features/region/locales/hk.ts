import type en from './en.ts';

export default {
  title: '地區',
  note: '地區決定可使用的產品及付款方式。它只會在你的居住地及電話號碼的規則之上增加限制，不會取代這些規則。',
  suggest: '建議我的地區',
  suggest_title: '建議地區',
  suggest_text: 'Karat 不使用 GPS，只讀取瀏覽器的地區設定，且僅在此頁面讀取。',
  browser_says: '你的瀏覽器設定為',
  browser_silent: '你的瀏覽器沒有提供地區。',
  use: '使用此地區',
  choose: '自行選擇',
  saved: '已儲存',
} satisfies Record<keyof typeof en, string>;
