import type { NoticesOf } from '@karat/contract';
import type { NoticeTexts } from '@karat/domains/messages';

/** Notifications of a stock's holders. `before` and `after` are shares, `paid` money. */
export const stocksNotices: NoticeTexts<NoticesOf<'stocks'>> = {
  'stocks:dividend': {
    group: 'trade',
    title: {
      en: 'Dividend of {stock}',
      hk: '{stock} 派息',
      th: 'เงินปันผลของ {stock}',
      jp: '{stock} の配当',
      kor: '{stock} 배당',
      fra: 'Dividende de {stock}',
      spa: 'Dividendo de {stock}',
      vn: 'Cổ tức của {stock}',
      zh: '{stock} 派息',
    },
    body: {
      en: 'For {before} shares of {stock} you received {paid} {currency}.',
      hk: '你持有 {before} 股 {stock}，獲派 {paid} {currency}。',
      th: 'คุณถือ {stock} {before} หุ้น และได้รับ {paid} {currency}',
      jp: '{stock} {before} 株に対して {paid} {currency} を受け取りました。',
      kor: '{stock} {before}주에 대한 배당금 {paid} {currency} 입금되었습니다.',
      fra: 'Pour {before} actions {stock}, vous avez reçu {paid} {currency}.',
      spa: 'Por {before} acciones de {stock} recibiste {paid} {currency}.',
      vn: 'Với {before} cổ phiếu {stock}, bạn nhận được {paid} {currency}.',
      zh: '您持有 {before} 股 {stock}，获派 {paid} {currency}。',
    },
  },
  'stocks:split': {
    group: 'trade',
    title: {
      en: 'Split of {stock}',
      hk: '{stock} 拆股',
      th: 'การแตกหุ้น {stock}',
      jp: '{stock} の株式分割',
      kor: '{stock} 주식 분할',
      fra: 'Split de {stock}',
      spa: 'Split de {stock}',
      vn: 'Tách cổ phiếu {stock}',
      zh: '{stock} 拆股',
    },
    body: {
      en: 'Your {before} shares of {stock} are now {after}; the price is adjusted and their value is the same. Open orders in it were cancelled.',
      hk: '你的 {before} 股 {stock} 已變為 {after} 股；價格相應調整，總值不變。該股票的未成交訂單已取消。',
      th: 'หุ้น {stock} ของคุณ {before} หุ้นกลายเป็น {after} หุ้น ราคาปรับตาม มูลค่าเท่าเดิม คำสั่งที่เปิดอยู่ถูกยกเลิกแล้ว',
      jp: 'お持ちの {stock} {before} 株は {after} 株になりました。価格も調整され、評価額は変わりません。未約定の注文は取り消されました。',
      kor: '보유하신 {stock} {before}주가 {after}주가 되었습니다. 가격도 함께 조정되어 가치는 같습니다. 해당 종목의 미체결 주문은 취소되었습니다.',
      fra: 'Vos {before} actions {stock} sont devenues {after} ; le cours est ajusté et leur valeur est la même. Les ordres ouverts sur ce titre ont été annulés.',
      spa: 'Tus {before} acciones de {stock} son ahora {after}; el precio se ajusta y su valor es el mismo. Las órdenes abiertas se cancelaron.',
      vn: '{before} cổ phiếu {stock} của bạn đã thành {after}; giá được điều chỉnh, giá trị không đổi. Các lệnh đang mở đã bị hủy.',
      zh: '您的 {before} 股 {stock} 已变为 {after} 股；价格相应调整，总值不变。该股票的未成交订单已取消。',
    },
  },
};
