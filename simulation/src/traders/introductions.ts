import type { Lang } from '@karat/i18n';

/** What a strategy says of itself, in each language; the English text is stored. */
export type Introduction = Readonly<Record<Lang, string>>;

export const TREND_BTC: Introduction = {
  en: 'Follows the BTC trend of the last 15 minutes with 10x, one position at a time, for 45 minutes at most.',
  zh: '以 10 倍杠杆顺着 BTC 最近 15 分钟的趋势交易，每次只持一个仓位，最长 45 分钟。',
  hk: '以 10 倍槓桿順著 BTC 最近 15 分鐘的趨勢交易，每次只持一個倉位，最長 45 分鐘。',
  jp: '直近15分間のBTCのトレンドに10倍で順張り。建玉は一度に1つ、最長45分です。',
  kor: '최근 15분간의 BTC 추세를 10배 레버리지로 따라갑니다. 한 번에 포지션 하나, 최대 45분 보유합니다.',
  fra: 'Suit la tendance du BTC des 15 dernières minutes avec un levier de 10x, une position à la fois, pendant 45 minutes au plus.',
  spa: 'Sigue la tendencia de BTC de los últimos 15 minutos con 10x, una posición a la vez y durante 45 minutos como máximo.',
  vn: 'Giao dịch theo xu hướng BTC trong 15 phút gần nhất với đòn bẩy 10x, mỗi lần một vị thế, giữ tối đa 45 phút.',
  th: 'เทรดตามแนวโน้มของ BTC ใน 15 นาทีล่าสุดด้วยเลเวอเรจ 10x ถือครั้งละหนึ่งโพซิชัน ไม่เกิน 45 นาที',
};

export const REVERSAL_ETH: Introduction = {
  en: 'Trades ETH against moves of the last 30 minutes with 20x, closes at 0.8% either way or after 2 hours.',
  zh: '以 20 倍杠杆逆着 ETH 最近 30 分钟的走势交易，价格双向变动 0.8% 或满 2 小时即平仓。',
  hk: '以 20 倍槓桿逆著 ETH 最近 30 分鐘的走勢交易，價格雙向變動 0.8% 或滿 2 小時即平倉。',
  jp: '直近30分間のETHの値動きに20倍で逆張り。上下0.8%の変動、または2時間で決済します。',
  kor: '최근 30분간의 ETH 움직임과 반대로 20배 레버리지로 거래하고, 어느 쪽이든 0.8% 움직이거나 2시간이 지나면 청산합니다.',
  fra: 'Prend ETH à contre-courant des 30 dernières minutes avec un levier de 20x, clôture à 0,8\u202f% dans un sens ou l’autre, ou après 2 heures.',
  spa: 'Opera ETH en contra del movimiento de los últimos 30 minutos con 20x; cierra tras un 0,8 % en cualquier sentido o tras 2 horas.',
  vn: 'Giao dịch ETH ngược biến động 30 phút gần nhất với đòn bẩy 20x, đóng khi giá đi 0,8% theo một trong hai chiều hoặc sau 2 giờ.',
  th: 'เทรด ETH สวนทางราคาใน 30 นาทีล่าสุดด้วยเลเวอเรจ 20x ปิดเมื่อราคาขยับ 0.8% ทางใดทางหนึ่งหรือครบ 2 ชั่วโมง',
};

export const STEADY_BTC: Introduction = {
  en: 'Low leverage: 2x on BTC against moves of the last hour, for 6 hours at most.',
  zh: '低杠杆：以 2 倍逆着 BTC 最近 1 小时的走势交易，最长持仓 6 小时。',
  hk: '低槓桿：以 2 倍逆著 BTC 最近 1 小時的走勢交易，最長持倉 6 小時。',
  jp: '低レバレッジ：直近1時間のBTCの値動きに2倍で逆張り、最長6時間。',
  kor: '낮은 레버리지: 최근 1시간의 BTC 움직임과 반대로 2배로 거래하며 최대 6시간 보유합니다.',
  fra: 'Levier faible\u202f: 2x sur BTC à contre-courant de la dernière heure, pendant 6 heures au plus.',
  spa: 'Apalancamiento bajo: 2x en BTC en contra del movimiento de la última hora, durante 6 horas como máximo.',
  vn: 'Đòn bẩy thấp: 2x trên BTC ngược biến động của giờ gần nhất, giữ tối đa 6 giờ.',
  th: 'เลเวอเรจต่ำ: 2x บน BTC สวนทางราคาในชั่วโมงล่าสุด ถือไม่เกิน 6 ชั่วโมง',
};

const BY_ENGLISH: ReadonlyMap<string, Introduction> = new Map(
  [TREND_BTC, REVERSAL_ETH, STEADY_BTC].map((each) => [each.en, each]),
);

/** A stored introduction of a simulated trader in a language; unchanged if it is none of these strategies. */
export const introductionIn = (about: string, lang: Lang): string => BY_ENGLISH.get(about)?.[lang] ?? about;
