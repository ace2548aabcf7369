import type { Lang } from '@karat/i18n';
import type { QuizProduct } from './people-store.ts';

type Words = Readonly<Record<Lang, string>>;

export interface Question {
  readonly id: number;
  readonly text: Words;
  /** Numbered by position, from 1. */
  readonly answers: readonly Words[];
  /** Number of the right choice. */
  readonly right: number;
}

/** A risk quiz of a product; all answers must be right. */
export interface Quiz {
  readonly product: QuizProduct;
  /** Grows when the questions change: then the quiz must be taken again. */
  readonly version: number;
  readonly questions: readonly Question[];
}

export const QUIZ_VERSION = 1;

/** The risk quiz before the first option: possible loss, break-even rate, settlement rule, independence of outcomes. */
const QUESTIONS: readonly Question[] = [
  {
    id: 1,
    right: 2,
    text: {
      en: 'You stake 100 at 80% and the price goes against you. What do you lose?',
      hk: '你以 80% 投入 100，而價格走勢相反。你會損失多少？',
      th: 'คุณลงทุน 100 ที่ผลตอบแทน 80% แล้วราคาสวนทาง คุณเสียเท่าไร',
      jp: '80% で 100 を投入し、価格が逆に動きました。失う金額は？',
      kor: '수익률 80%로 100을 투자했는데 가격이 반대로 움직였습니다. 잃는 금액은?',
      fra: 'Vous placez un montant de 100 à 80 % et le prix évolue contre vous. Que perdez-vous ?',
      spa: 'Inviertes un importe de 100 al 80% y el precio va en tu contra. ¿Cuánto pierdes?',
      vn: 'Bạn mua với số tiền 100, lợi nhuận 80% và giá đi ngược lại. Bạn mất bao nhiêu?',
      zh: '您以 80% 投入 100，而价格走势相反。您会损失多少？',
    },
    answers: [
      { en: '20', hk: '20', th: '20', jp: '20', kor: '20', fra: '20', spa: '20', vn: '20', zh: '20' },
      {
        en: 'All 100',
        hk: '全部 100',
        th: 'ทั้งหมด 100',
        jp: '100 すべて',
        kor: '100 전부',
        fra: 'Les 100 en entier',
        spa: 'Los 100 completos',
        vn: 'Toàn bộ 100',
        zh: '全部 100',
      },
      { en: '80', hk: '80', th: '80', jp: '80', kor: '80', fra: '80', spa: '80', vn: '80', zh: '80' },
    ],
  },
  {
    id: 2,
    right: 3,
    text: {
      en: 'A win pays 80%. How often must you be right so as not to lose money in the long run?',
      hk: '盈利可得 80%。長期不虧損，你需要答對多少次？',
      th: 'ชนะได้ 80% คุณต้องถูกบ่อยแค่ไหนจึงจะไม่ขาดทุนในระยะยาว',
      jp: '利益になると 80% 支払われます。長期的に損をしないために必要な勝率は？',
      kor: '수익 시 80%를 받습니다. 장기적으로 손실이 없으려면 얼마나 자주 맞혀야 할까요?',
      fra: 'Un gain rapporte 80 %. Combien de fois faut-il avoir raison pour ne pas perdre d’argent à la longue ?',
      spa: 'Un acierto paga el 80%. ¿Con qué frecuencia debes acertar para no perder a la larga?',
      vn: 'Thắng được trả 80%. Bạn phải đúng bao nhiêu lần để về lâu dài không lỗ?',
      zh: '盈利可得 80%。长期不亏损，您需要答对多少次？',
    },
    answers: [
      {
        en: 'About 45 of 100 times',
        hk: '每 100 次約 45 次',
        th: 'ราว 45 จาก 100 ครั้ง',
        jp: '100 回中およそ 45 回',
        kor: '100번 중 약 45번',
        fra: 'Environ 45 fois sur 100',
        spa: 'Unas 45 de cada 100 veces',
        vn: 'Khoảng 45 trên 100 lần',
        zh: '每 100 次约 45 次',
      },
      {
        en: 'Exactly 50 of 100 times',
        hk: '每 100 次正好 50 次',
        th: '50 จาก 100 ครั้งพอดี',
        jp: '100 回中ちょうど 50 回',
        kor: '100번 중 정확히 50번',
        fra: 'Exactement 50 fois sur 100',
        spa: 'Exactamente 50 de cada 100 veces',
        vn: 'Đúng 50 trên 100 lần',
        zh: '每 100 次正好 50 次',
      },
      {
        en: 'About 56 of 100 times',
        hk: '每 100 次約 56 次',
        th: 'ราว 56 จาก 100 ครั้ง',
        jp: '100 回中およそ 56 回',
        kor: '100번 중 약 56번',
        fra: 'Environ 56 fois sur 100',
        spa: 'Unas 56 de cada 100 veces',
        vn: 'Khoảng 56 trên 100 lần',
        zh: '每 100 次约 56 次',
      },
    ],
  },
  {
    id: 3,
    right: 1,
    text: {
      en: 'Which price decides whether an option wins?',
      hk: '期權的盈虧由哪個價格決定？',
      th: 'ราคาใดเป็นตัวตัดสินว่าออปชันชนะหรือไม่',
      jp: 'オプションの結果を決める価格は？',
      kor: '옵션의 승패를 결정하는 가격은?',
      fra: 'Quel prix décide si une option gagne ?',
      spa: '¿Qué precio decide si una opción gana?',
      vn: 'Giá nào quyết định quyền chọn thắng hay thua?',
      zh: '期权的盈亏由哪个价格决定？',
    },
    answers: [
      {
        en: 'The mean of the published index over the last five seconds',
        hk: '最後五秒公布指數的平均值',
        th: 'ค่าเฉลี่ยของดัชนีที่ประกาศในห้าวินาทีสุดท้าย',
        jp: '公表指数の最後の 5 秒間の平均',
        kor: '공개된 지수의 마지막 5초 평균',
        fra: 'La moyenne de l’indice publié sur les cinq dernières secondes',
        spa: 'La media del índice publicado en los últimos cinco segundos',
        vn: 'Trung bình của chỉ số công bố trong năm giây cuối',
        zh: '最后五秒公布指数的平均值',
      },
      {
        en: 'The last trade in the order book',
        hk: '訂單簿的最新成交價',
        th: 'การซื้อขายล่าสุดในสมุดคำสั่ง',
        jp: '板の直近の約定',
        kor: '호가창의 마지막 체결가',
        fra: 'Le dernier trade du carnet d’ordres',
        spa: 'La última operación del libro de órdenes',
        vn: 'Giao dịch cuối trong sổ lệnh',
        zh: '订单簿的最新成交价',
      },
      {
        en: 'A price that the exchange sets',
        hk: '由平台設定的價格',
        th: 'ราคาที่แพลตฟอร์มกำหนด',
        jp: '運営が決める価格',
        kor: '거래소가 정하는 가격',
        fra: 'Un prix fixé par la plateforme',
        spa: 'Un precio que fija la plataforma',
        vn: 'Giá do sàn đặt ra',
        zh: '由平台设定的价格',
      },
    ],
  },
  {
    id: 4,
    right: 2,
    text: {
      en: 'You have lost three times in a row. What about the fourth time?',
      hk: '你已連續虧損三次。第四次會怎樣？',
      th: 'คุณแพ้ติดกันสามครั้ง แล้วครั้งที่สี่ล่ะ',
      jp: '3 回続けて損失になりました。4 回目は？',
      kor: '세 번 연속으로 졌습니다. 네 번째는 어떨까요?',
      fra: 'Vous avez perdu trois fois de suite. Et la quatrième ?',
      spa: 'Has perdido tres veces seguidas. ¿Y la cuarta?',
      vn: 'Bạn đã thua ba lần liên tiếp. Lần thứ tư thì sao?',
      zh: '您已连亏三次。第四次会怎样？',
    },
    answers: [
      {
        en: 'A win is now more likely',
        hk: '現在更有可能盈利',
        th: 'โอกาสชนะสูงขึ้นแล้ว',
        jp: '今度は利益になりやすい',
        kor: '이제 이길 확률이 높아집니다',
        fra: 'Un gain devient plus probable',
        spa: 'Ahora es más probable ganar',
        vn: 'Giờ khả năng thắng cao hơn',
        zh: '现在更有可能盈利',
      },
      {
        en: 'The losses change nothing: it can be lost like any other',
        hk: '之前的虧損毫無影響：一樣可能虧損',
        th: 'การแพ้ที่ผ่านมาไม่เปลี่ยนอะไร ครั้งนี้ก็แพ้ได้เช่นกัน',
        jp: 'それまでの損失は関係なく、同じように損失になることがある',
        kor: '이전 손실은 영향을 주지 않으며 똑같이 질 수 있습니다',
        fra: 'Les pertes n’y changent rien : elle peut être perdue comme les autres',
        spa: 'Las pérdidas no cambian nada: se puede perder igual',
        vn: 'Các lần thua không thay đổi gì: vẫn có thể thua như thường',
        zh: '之前的亏损毫无影响：一样可能亏损',
      },
      {
        en: 'A larger stake will recover the losses for sure',
        hk: '加大投入可穩妥回本',
        th: 'ลงทุนเพิ่มจะได้คืนแน่นอน',
        jp: '投入額を増やせば確実に取り戻せる',
        kor: '투자금을 늘리면 반드시 만회됩니다',
        fra: 'Un montant plus élevé rattrape tout à coup sûr',
        spa: 'Un importe mayor lo compensa con seguridad',
        vn: 'Tăng số tiền chắc chắn sẽ gỡ lại khoản lỗ',
        zh: '加大投入可稳妥回本',
      },
    ],
  },
];

export const OPTIONS_QUIZ: Quiz = { product: 'options', version: QUIZ_VERSION, questions: QUESTIONS };
