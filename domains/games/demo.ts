import type { UserId } from '@karat/contract';
import { USDT } from '@karat/domains/ledger';
import type { GameTexts } from '@karat/evidence';
import type { Lang } from '@karat/i18n';
import { amount, price, rate } from '@karat/money';
import type { Price } from '@karat/money';
import { sql } from '@karat/platform/db';
import type { Tx } from '@karat/platform/db';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@karat/rules';
import { addSchedule } from './approvals.ts';
import type { GamesDeps } from './deps.ts';
import { enter } from './enter.ts';
import { insertRound } from './round-store.ts';
import { roundToLevel } from './rules.ts';
import { priceTerms, questionTerms } from './terms.ts';
import type { RoundTimes } from './terms.ts';

/** A question that two operators will answer. */
const QUESTION: Readonly<Record<Lang, GameTexts>> = {
  en: {
    question: 'Will the next Bitcoin difficulty adjustment be an increase?',
    options: ['Increase', 'No increase'],
    source:
      'Difficulty in the block headers before and after the adjustment, as public block explorers show it',
  },
  hk: {
    question: '下一次比特幣難度調整會上升嗎？',
    options: ['上升', '不上升'],
    source: '調整前後區塊頭中的難度，以公開區塊瀏覽器所示為準',
  },
  th: {
    question: 'การปรับความยากครั้งถัดไปของบิตคอยน์จะเพิ่มขึ้นหรือไม่',
    options: ['เพิ่มขึ้น', 'ไม่เพิ่มขึ้น'],
    source: 'ค่าความยากในส่วนหัวบล็อกก่อนและหลังการปรับ ตามที่เว็บสำรวจบล็อกสาธารณะแสดง',
  },
  jp: {
    question: '次回のビットコイン難易度調整は上昇しますか？',
    options: ['上昇', '上昇しない'],
    source: '調整前後のブロックヘッダーの難易度（公開ブロックエクスプローラーの表示による）',
  },
  kor: {
    question: '다음 비트코인 난이도 조정은 상승일까요?',
    options: ['상승', '상승 아님'],
    source: '조정 전후 블록 헤더의 난이도(공개 블록 탐색기 기준)',
  },
  fra: {
    question: 'Le prochain ajustement de difficulté de Bitcoin sera-t-il une hausse ?',
    options: ['Hausse', 'Pas de hausse'],
    source:
      'Difficulté dans les en-têtes de blocs avant et après l’ajustement, selon les explorateurs de blocs publics',
  },
  spa: {
    question: '¿Subirá la dificultad de Bitcoin en el próximo ajuste?',
    options: ['Sube', 'No sube'],
    source:
      'Dificultad en las cabeceras de bloque antes y después del ajuste, según los exploradores públicos',
  },
  vn: {
    question: 'Lần điều chỉnh độ khó Bitcoin tới có tăng không?',
    options: ['Tăng', 'Không tăng'],
    source: 'Độ khó trong phần đầu khối trước và sau khi điều chỉnh, theo các trình khám phá khối công khai',
  },
  zh: {
    question: '下一次比特币难度调整会上升吗？',
    options: ['上升', '不上升'],
    source: '调整前后区块头中的难度，以公开区块浏览器所示为准',
  },
};

const STAKES = {
  currencyId: USDT,
  stakeMin: amount('1'),
  stakeMax: amount('500'),
  userMax: amount('2000'),
  feeRate: rate('0.05'),
};
/** The daily round at 16:00 UTC: created and opened the day before, closed an hour before. */
const SCHEDULE = { ...STAKES, minute: 960, createBefore: 1_440, openBefore: 1_430, closeBefore: 60 };
const STEP = price('500');
/** How long the short round takes entries unless set; it settles after half as long again. */
const SHORT_MS = 10 * MINUTE_MS;

/** A market of a demonstration with its index price. */
export interface DemoIndex {
  readonly marketId: ReturnType<GamesDeps['market']['instruments']['need']>['id'];
  readonly price: Price;
}

/** Times from the opening on; a demonstration may open at once. */
const timesFrom = (opensMs: number, closesIn: number, settlesIn: number): RoundTimes => ({
  opensMs,
  closesMs: opensMs + closesIn,
  settlesMs: opensMs + settlesIn,
});

/** Four rounds in different states, and the daily schedule. Returns those that take entries. */
async function addRounds(deps: GamesDeps, tx: Tx, { marketId, price: index }: DemoIndex): Promise<number[]> {
  const now = deps.ctx.clock.now();
  // The terms are checked as of the moment before, because these rounds open at once.
  const committing = { ...deps, ctx: { ...deps.ctx, clock: { ...deps.ctx.clock, now: () => now - 1 } } };
  const level = roundToLevel(index, STEP);
  const shortMs = deps.demoRoundMs ?? SHORT_MS;
  const priced = (levels: readonly Price[], times: RoundTimes) =>
    priceTerms(committing, tx, { marketId, levels, stakes: STAKES, times });
  const rounds = [
    await priced([level], timesFrom(now, shortMs, 1.5 * shortMs)),
    await priced([price(level - STEP), level, price(level + STEP)], timesFrom(now, 20 * HOUR_MS, DAY_MS)),
    await questionTerms(committing, tx, {
      texts: QUESTION,
      stakes: STAKES,
      times: timesFrom(now, 3 * DAY_MS, 10 * DAY_MS),
    }),
    await priced([level], timesFrom(now + 2 * DAY_MS, HOUR_MS, 2 * HOUR_MS)),
  ];
  const open: number[] = [];
  for (const terms of rounds) {
    const id = await insertRound(tx, { terms, currency: USDT, schedule: undefined, at: now });
    if (id !== undefined && terms.opensMs === now) open.push(id);
  }
  await addSchedule(deps, tx, { ...SCHEDULE, marketId, step: STEP });
  return open;
}

/** Entries by the place of the round, of the user, the option and the stake. */
const ENTRIES = [
  [0, 0, 2, '40'],
  [0, 0, 1, '10'],
  [0, 1, 1, '25'],
  [1, 0, 2, '60'],
  [1, 1, 3, '80'],
  [1, 1, 1, '15.5'],
  [2, 0, 1, '100'],
  [2, 1, 2, '50'],
] as const;

/**
 * Rounds around the index price and entries of users on them, once. They stand in for what two operators would approve, and only a
 * demonstration has them.
 */
export async function seedDemoRounds(
  deps: GamesDeps,
  tx: Tx,
  index: DemoIndex,
  users: readonly UserId[],
): Promise<void> {
  const { count } = await tx.one<{ count: number }>(sql`select count(*) as count from games_rounds`);
  if (count > 0) return;
  const rounds = await addRounds(deps, tx, index);
  const now = deps.ctx.clock.now();
  const inTime = { ...deps, entryTime: () => Promise.resolve(now) };
  for (const user of users) await deps.limits.passQuiz(tx, user, 'HK');
  for (const [place, who, option, stake] of ENTRIES) {
    const [round, userId] = [rounds[place], users[who]];
    if (round !== undefined && userId !== undefined)
      await enter(inTime, tx, { userId, round, option, stake: amount(stake) });
  }
}
