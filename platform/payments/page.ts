import { fill, localeOf, toLang } from '@karat/i18n';
import type { Catalogue } from '@karat/i18n';
import { format } from '@karat/money';
import type { PaymentRequest } from './port.ts';

const words: Catalogue<'title' | 'note' | 'order' | 'pay' | 'decline'> = {
  title: {
    en: 'Simulated payment page',
    hk: '模擬付款頁面',
    th: 'หน้าชำระเงินจำลอง',
    jp: '模擬決済ページ',
    kor: '모의 결제 페이지',
    fra: 'Page de paiement simulée',
    spa: 'Página de pago simulada',
    vn: 'Trang thanh toán mô phỏng',
    zh: '模拟付款页面',
  },
  note: {
    en: 'No real money is paid here. Choose how the payment ends.',
    hk: '此處不會支付真實款項。請選擇付款結果。',
    th: 'ไม่มีการชำระเงินจริงที่นี่ เลือกผลของการชำระเงิน',
    jp: '実際のお金は支払われません。決済の結果を選んでください。',
    kor: '실제 돈이 결제되지 않습니다. 결제 결과를 선택하세요.',
    fra: 'Aucun argent réel n’est payé ici. Choisissez l’issue du paiement.',
    spa: 'Aquí no se paga dinero real. Elige cómo termina el pago.',
    vn: 'Không có tiền thật được thanh toán ở đây. Hãy chọn kết quả thanh toán.',
    zh: '此处不会支付真实款项。请选择付款结果。',
  },
  order: {
    en: 'Order {reference}',
    hk: '訂單 {reference}',
    th: 'รายการ {reference}',
    jp: '注文 {reference}',
    kor: '주문 {reference}',
    fra: 'Commande {reference}',
    spa: 'Pedido {reference}',
    vn: 'Đơn {reference}',
    zh: '订单 {reference}',
  },
  pay: {
    en: 'Payment succeeds',
    hk: '付款成功',
    th: 'ชำระเงินสำเร็จ',
    jp: '支払いに成功',
    kor: '결제 성공',
    fra: 'Le paiement réussit',
    spa: 'El pago se realiza',
    vn: 'Thanh toán thành công',
    zh: '付款成功',
  },
  decline: {
    en: 'Payment is declined',
    hk: '付款被拒',
    th: 'การชำระเงินถูกปฏิเสธ',
    jp: '支払いは拒否',
    kor: '결제 거절',
    fra: 'Le paiement est refusé',
    spa: 'El pago se rechaza',
    vn: 'Thanh toán bị từ chối',
    zh: '付款被拒',
  },
};

/** The page loads nothing and posts its form to its own origin only. */
export const SIMULATOR_HEADERS: Readonly<Record<string, string>> = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'content-security-policy':
    "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'; object-src 'none'",
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
};

const SIGNS: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string): string => text.replaceAll(/[&<>"]/g, (sign) => SIGNS[sign] ?? sign);

const STYLE = `:root{color-scheme:light dark}body{font:16px/1.5 system-ui,sans-serif;margin:0 auto;max-width:420px;padding:24px}
.tag{display:inline-block;border:1px solid;border-radius:999px;padding:2px 12px;font-size:13px}
.sum{font-size:28px;font-weight:600;font-variant-numeric:tabular-nums;margin:16px 0 4px}
button{display:block;width:100%;min-height:48px;margin-top:12px;border-radius:12px;border:1px solid #8885;font:inherit;font-weight:600;cursor:pointer}
button[value=succeeded]{background:#d4ba83;color:#1d1608;border-color:#d4ba83}`;

/** Renders the simulator's payment page in the payer's language, with its two results. */
export function simulatorPage(request: PaymentRequest): string {
  const lang = toLang(request.lang);
  const t = (key: keyof typeof words, values = {}): string => escaped(fill(words[key][lang], lang, values));
  const locale = localeOf(lang);
  return `<!doctype html><html lang="${locale}"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><title>${t('title')}</title><style>${STYLE}</style></head>
<body><main><h1 class="tag">${t('title')}</h1><p class="sum">${format(request.amount)} ${escaped(request.currency)}</p>
<p>${t('order', { reference: request.reference })}</p><p>${t('note')}</p>
<form method="post"><button name="outcome" value="succeeded">${t('pay')}</button>
<button name="outcome" value="failed">${t('decline')}</button></form></main></body></html>`;
}
