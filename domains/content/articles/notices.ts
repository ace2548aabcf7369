import { CATEGORIES } from '@karat/contract';
import type { ShippedArticle } from './text.ts';

/** Displayed once at the start of a demo; other installations have no notice. */
export const notices: readonly ShippedArticle[] = [
  {
    slug: 'demo-notice',
    category: CATEGORIES.popup,
    position: 10,
    demoOnly: true,
    texts: {
      en: {
        title: 'This is a demonstration',
        abstract: 'Demo money, simulated prices.',
        content:
          'You get 10,000 USDT and a little BTC and ETH of demo money. It has no real value.\n\nPrices are simulated and labelled so; the order book, the ledger and the proofs are real.',
      },
      hk: {
        title: '這是示範環境',
        abstract: '示範資金，模擬行情。',
        content:
          '你會獲得 10,000 USDT 及少量 BTC 和 ETH 的示範資金。它沒有實際價值。\n\n行情為模擬並已標明；訂單簿、帳本及證明則是真實運作的。',
      },
      th: {
        title: 'นี่คือระบบสาธิต',
        abstract: 'เงินทดลอง ราคาจำลอง',
        content:
          'คุณจะได้รับเงินทดลอง 10,000 USDT พร้อม BTC และ ETH เล็กน้อย เงินนี้ไม่มีมูลค่าจริง\n\nราคาเป็นราคาจำลองและมีป้ายกำกับ ส่วนสมุดคำสั่ง บัญชี และหลักฐานทำงานจริง',
      },
      jp: {
        title: 'これはデモ環境です',
        abstract: 'デモ資金とシミュレーション価格。',
        content:
          '10,000 USDT と少量の BTC・ETH がデモ資金として付与されます。実際の価値はありません。\n\n価格はシミュレーションでその旨を表示しています。板、元帳、証明は本物と同じ仕組みです。',
      },
      kor: {
        title: '데모 환경입니다',
        abstract: '데모 자금과 모의 시세.',
        content:
          '10,000 USDT와 소량의 BTC, ETH가 데모 자금으로 지급됩니다. 실제 가치는 없습니다.\n\n가격은 모의 시세이며 그렇게 표기됩니다. 호가창, 원장, 증명은 실제로 작동합니다.',
      },
      fra: {
        title: 'Ceci est une démonstration',
        abstract: 'Argent fictif, prix simulés.',
        content:
          'Vous recevez 10 000 USDT et un peu de BTC et d’ETH fictifs. Ils n’ont aucune valeur réelle.\n\nLes prix sont simulés et signalés comme tels ; le carnet, le grand livre et les preuves sont les vrais.',
      },
      spa: {
        title: 'Esto es una demostración',
        abstract: 'Dinero de prueba, precios simulados.',
        content:
          'Recibes 10.000 USDT y algo de BTC y ETH de prueba. No tienen valor real.\n\nLos precios son simulados y así se indica; el libro de órdenes, la contabilidad y las pruebas son los reales.',
      },
      vn: {
        title: 'Đây là bản demo',
        abstract: 'Tiền demo, giá mô phỏng.',
        content:
          'Bạn nhận 10.000 USDT cùng một ít BTC và ETH tiền demo. Số tiền này không có giá trị thật.\n\nGiá là mô phỏng và được ghi rõ; sổ lệnh, sổ cái và bằng chứng hoạt động thật.',
      },
      zh: {
        title: '这是演示环境',
        abstract: '演示资金，模拟行情。',
        content:
          '您会获得 10,000 USDT 及少量 BTC 和 ETH 的演示资金。它没有实际价值。\n\n行情为模拟并已标明；订单簿、账本及证明则是真实运作的。',
      },
    },
  },
];
