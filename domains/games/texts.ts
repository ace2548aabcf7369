import type { GameTexts } from '@karat/evidence';
import { LANGS, fill, localeOf, writeDecimal } from '@karat/i18n';
import type { Lang, Template } from '@karat/i18n';
import { DECIMALS, format } from '@karat/money';
import type { Price } from '@karat/money';

type Texts = Readonly<Record<Lang, Template>>;

const ONE_LEVEL: Texts = {
  en: 'Will {symbol} be at {level} or above on {date} at {time} UTC?',
  hk: '{symbol} 在 {date} {time} UTC 會在 {level} 或以上嗎？',
  th: '{symbol} จะอยู่ที่ {level} หรือสูงกว่าในวันที่ {date} เวลา {time} UTC หรือไม่',
  jp: '{symbol} は {date} {time} UTC に {level} 以上になりますか？',
  kor: '{date} {time} UTC에 {symbol} 지수는 {level} 이상일까요?',
  fra: '{symbol} sera-t-il à {level} ou plus le {date} à {time} UTC ?',
  spa: '¿Estará {symbol} en {level} o más el {date} a las {time} UTC?',
  vn: '{symbol} có ở mức {level} trở lên vào {date} lúc {time} UTC không?',
  zh: '{symbol} 在 {date} {time} UTC 会在 {level} 或以上吗？',
};
const LEVELS: Texts = {
  en: 'Where will {symbol} be on {date} at {time} UTC?',
  hk: '{symbol} 在 {date} {time} UTC 會在哪個區間？',
  th: '{symbol} จะอยู่ที่ช่วงใดในวันที่ {date} เวลา {time} UTC',
  jp: '{symbol} は {date} {time} UTC にどの価格帯になりますか？',
  kor: '{date} {time} UTC에 {symbol} 지수는 어느 구간에 있을까요?',
  fra: 'Où sera {symbol} le {date} à {time} UTC ?',
  spa: '¿Dónde estará {symbol} el {date} a las {time} UTC?',
  vn: '{symbol} sẽ ở khoảng nào vào {date} lúc {time} UTC?',
  zh: '{symbol} 在 {date} {time} UTC 会在哪个区间？',
};
const NO: Texts = {
  en: 'No',
  hk: '不會',
  th: 'ไม่',
  jp: 'いいえ',
  kor: '아니요',
  fra: 'Non',
  spa: 'No',
  vn: 'Không',
  zh: '不会',
};
const YES: Texts = {
  en: 'Yes',
  hk: '會',
  th: 'ใช่',
  jp: 'はい',
  kor: '예',
  fra: 'Oui',
  spa: 'Sí',
  vn: 'Có',
  zh: '会',
};
const BELOW: Texts = {
  en: 'Below {to}',
  hk: '低於 {to}',
  th: 'ต่ำกว่า {to}',
  jp: '{to} 未満',
  kor: '{to} 미만',
  fra: 'Moins de {to}',
  spa: 'Menos de {to}',
  vn: 'Dưới {to}',
  zh: '低于 {to}',
};
const BETWEEN: Texts = {
  en: '{from} to below {to}',
  hk: '{from} 至低於 {to}',
  th: '{from} ถึงต่ำกว่า {to}',
  jp: '{from} 以上 {to} 未満',
  kor: '{from} 이상 {to} 미만',
  fra: 'De {from} à moins de {to}',
  spa: 'De {from} a menos de {to}',
  vn: 'Từ {from} đến dưới {to}',
  zh: '{from} 至低于 {to}',
};
const ABOVE: Texts = {
  en: '{from} or above',
  hk: '{from} 或以上',
  th: '{from} หรือสูงกว่า',
  jp: '{from} 以上',
  kor: '{from} 이상',
  fra: '{from} ou plus',
  spa: '{from} o más',
  vn: '{from} trở lên',
  zh: '{from} 或以上',
};
const SOURCE: Texts = {
  en: 'Karat index of {symbol}: mean of the last five one-second ticks before {time} UTC. With fewer than three ticks every stake is returned.',
  hk: 'Karat {symbol} 指數：{time} UTC 前最後五個每秒報價的平均值。少於三個時退回所有參與額。',
  th: 'ดัชนี Karat ของ {symbol}: ค่าเฉลี่ยของห้าราคาต่อวินาทีสุดท้ายก่อน {time} UTC หากมีน้อยกว่าสามราคาจะคืนเงินร่วมทายทั้งหมด',
  jp: 'Karat の {symbol} 指数：{time} UTC 直前の毎秒値5つの平均。3つ未満の場合はすべての参加額を返します。',
  kor: 'Karat {symbol} 지수: {time} UTC 직전 1초 단위 가격 5개의 평균. 3개 미만이면 모든 참여 금액을 돌려줍니다.',
  fra: 'Indice Karat de {symbol} : moyenne des cinq dernières valeurs par seconde avant {time} UTC. Avec moins de trois valeurs, toutes les participations sont rendues.',
  spa: 'Índice Karat de {symbol}: media de los últimos cinco valores por segundo antes de las {time} UTC. Con menos de tres valores se devuelven todas las participaciones.',
  vn: 'Chỉ số Karat của {symbol}: trung bình năm giá mỗi giây cuối cùng trước {time} UTC. Nếu có ít hơn ba giá, mọi khoản tham gia được hoàn lại.',
  zh: 'Karat {symbol} 指数：{time} UTC 前最后五个每秒报价的平均值。少于三个时退回所有参与额。',
};

/** A level with all its digits, as the language writes numbers. */
const written = (value: Price, lang: Lang): string =>
  writeDecimal(format(value), { min: 0, max: DECIMALS }, localeOf(lang));

function optionsIn(lang: Lang, levels: readonly Price[]): string[] {
  if (levels.length === 1) return [NO, YES].map((each) => fill(each[lang], lang));
  return Array.from({ length: levels.length + 1 }, (_, index) => {
    const [from, to] = [levels[index - 1], levels[index]];
    const values = {
      from: from === undefined ? '' : written(from, lang),
      to: to === undefined ? '' : written(to, lang),
    };
    const template = from === undefined ? BELOW : to === undefined ? ABOVE : BETWEEN;
    return fill(template[lang], lang, values);
  });
}

/** Question, options and source of a price question in all languages; they follow from market, levels and time. */
export function priceTexts(question: {
  readonly symbol: string;
  readonly levels: readonly Price[];
  readonly settlesMs: number;
}): Readonly<Record<Lang, GameTexts>> {
  const { symbol, levels, settlesMs } = question;
  const moment = new Date(settlesMs).toISOString();
  const [level] = levels;
  const values = {
    symbol,
    date: moment.slice(0, 10),
    time: moment.slice(11, 16),
  };
  const textsIn = (lang: Lang): GameTexts => ({
    question: fill((levels.length === 1 ? ONE_LEVEL : LEVELS)[lang], lang, {
      ...values,
      level: level === undefined ? '' : written(level, lang),
    }),
    options: optionsIn(lang, levels),
    source: fill(SOURCE[lang], lang, values),
  });
  return Object.fromEntries(LANGS.map((lang) => [lang, textsIn(lang)])) as Record<Lang, GameTexts>;
}
