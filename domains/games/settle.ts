import type { JournalKind, NoticeKind } from '@karat/contract';
import { gameFacts, gamesFormula } from '@karat/evidence';
import type { Facts, GameBasis, ReceiptTick } from '@karat/evidence';
import { houseAccount } from '@karat/domains/ledger';
import type { Journal } from '@karat/domains/ledger';
import type { Notification } from '@karat/domains/messages';
import { settledUpTo } from '@karat/domains/options';
import type { NewReceipt } from '@karat/domains/proofs';
import { ZERO, format, negate, plus, price } from '@karat/money';
import type { Amount } from '@karat/money';
import type { Tx } from '@karat/platform/db';
import {
  OPTION_WINDOW_MS,
  divideGamePool,
  divisionTerms,
  gameAnswer,
  gamePayout,
  gameTicks,
} from '@karat/rules';
import { answersOf } from './answer-store.ts';
import { RECEIPT_KIND, poolKey, readCurrencyCodes, userKey } from './deps.ts';
import type { GamesDeps } from './deps.ts';
import { claimDue } from './due-store.ts';
import { claimEntries, entriesOn, writeSettled } from './entry-store.ts';
import { finishRound, lockRound, refundAll, writeDivision, writeTicks } from './round-store.ts';
import { roundsChanged } from './topics.ts';
import type { Answer, Division, Entry, Round } from './types.ts';

const BATCH = 500;

/** Divides the pool of a locked round by its right option. */
async function divide(tx: Tx, round: Round, answer: number): Promise<Division> {
  const { pool: total, feeRate, decimals } = round;
  const right = round.options[answer - 1]?.pool ?? ZERO;
  const { outcome, fee, shared } = divideGamePool({ total, right, feeRate, decimals });
  if (outcome === 'nobody_right') return refundAll('nobody_right');
  const { cutoff } = divisionTerms(shared, decimals, await entriesOn(tx, round.id, answer));
  return { outcome, fee, shared, rightPool: right, cutoff };
}

/** Begins the payout of a locked round, with the fee. */
export async function beginPayout(
  { ctx, ledger, onStep }: GamesDeps,
  tx: Tx,
  round: Round,
  division: Division,
  cancelReason?: string,
): Promise<void> {
  const at = ctx.clock.now();
  if ((await writeDivision(tx, round.id, division, at, cancelReason)) !== 1)
    throw new Error('the payout of a locked round has begun');
  if (division.fee > 0n)
    await ledger.post(tx, {
      key: `game:fee:${round.id}`,
      kind: 'game:fee',
      reference: String(round.id),
      at,
      entries: [
        { ...poolKey(round.id, round.currencyId), available: negate(division.fee) },
        { account: houseAccount('fees'), currency: round.currencyId, available: division.fee },
      ],
    });
  tx.afterCommit(() => ctx.bus.publish(roundsChanged, [round.id]));
  onStep?.('divided');
}

/** Answers a price question by its ticks, once no more of them can be added. Returns false before. */
async function answerByTicks(deps: GamesDeps, tx: Tx, round: Round): Promise<boolean> {
  const { ctx, market } = deps;
  const { marketId, settlesMs } = round;
  if (marketId === undefined) return false;
  const newest = await market.newestSeconds(tx);
  if (settledUpTo(newest.get(marketId), ctx.clock.now()) < settlesMs) return false;
  const from = Math.ceil((settlesMs - OPTION_WINDOW_MS) / 1_000);
  const published = await market.ticks(tx, marketId, from, Math.ceil(settlesMs / 1_000) - 1);
  const window = gameTicks(
    settlesMs,
    published.map((tick) => ({ time: tick.time, price: price(tick.price) })),
  );
  const answer = window && gameAnswer(window, round.terms.price?.levels ?? []);
  await writeTicks(tx, round.id, published, answer);
  const division = answer === undefined ? refundAll('no_price') : await divide(tx, round, answer);
  await beginPayout(deps, tx, round, division);
  return true;
}

interface Decided {
  readonly entry: Entry;
  readonly payout: Amount;
  readonly facts: Facts;
}

function payoutOf(round: Round, division: Division, entry: Entry): Amount {
  if (division.outcome !== 'paid') return entry.stake;
  if (entry.option !== round.answer) return ZERO;
  const terms = {
    total: division.shared,
    weights: division.rightPool,
    decimals: round.decimals,
    cutoff: division.cutoff,
  };
  return gamePayout({ id: entry.id, amount: entry.stake }, terms);
}

function basisOf({ kind }: Round, { outcome }: Division): GameBasis {
  if (outcome === 'cancelled' || outcome === 'no_price') return outcome;
  return kind === 'price' ? 'ticks' : 'operators';
}

const factsOf = (round: Round, division: Division, entry: Entry, answer: Answer | undefined): Facts =>
  gameFacts({
    round: round.id,
    entry: entry.id,
    terms: round.termsText,
    option: entry.option,
    stake: entry.stake,
    pool: round.pool,
    rightPool: division.rightPool,
    basis: basisOf(round, division),
    answer,
    cutoff: division.cutoff,
  });

function journalOf(round: Round, { entry, payout }: Decided, kind: JournalKind, at: number): Journal {
  const { currencyId: currency } = round;
  return {
    key: `game:payout:${entry.id}`,
    kind,
    reference: String(entry.id),
    at,
    entries: [
      { ...poolKey(round.id, currency), available: negate(payout) },
      { ...userKey(entry.userId, currency), available: payout },
    ],
  };
}

const receiptOf = ({ entry, facts }: Decided, ticks: readonly ReceiptTick[]): NewReceipt => ({
  kind: RECEIPT_KIND,
  subject: String(entry.id),
  owner: entry.userId,
  order: facts,
  ticks,
  formula: gamesFormula.id,
  result: gamesFormula.result(facts, ticks),
});

function noticeKindOf(round: Round, division: Division, { entry }: Decided): NoticeKind {
  if (division.outcome !== 'paid') return 'games:refunded';
  return entry.option === round.answer ? 'games:right' : 'games:missed';
}

function notificationOf(round: Round, division: Division, decided: Decided, code: string): Notification {
  const { entry, payout } = decided;
  return {
    user: entry.userId,
    kind: noticeKindOf(round, division, decided),
    values: {
      round: round.id,
      stake: format(entry.stake),
      payout: format(payout),
      currency: code,
    },
    key: `game:${entry.id}:settled`,
  };
}

/** Sums of a batch by user, in the order of their ids. */
const settledByUser = (decided: readonly Decided[]) =>
  [...Map.groupBy(decided, ({ entry }) => entry.userId)]
    .toSorted(([a], [b]) => a - b)
    .map(([userId, own]) => ({
      userId,
      stake: own.reduce((sum, { entry }) => plus(sum, entry.stake), ZERO),
      returned: own.reduce((sum, { payout }) => plus(sum, payout), ZERO),
    }));

/** Ticks that a receipt of a round lists: none where the round was cancelled. */
const ticksOf = ({ ticks }: Round, { outcome }: Division): readonly ReceiptTick[] =>
  outcome === 'cancelled' ? [] : ticks;

/** Pays a batch of entries of a locked round, or closes it after the last. Returns how much it did. */
async function pay(deps: GamesDeps, tx: Tx, round: Round, division: Division): Promise<number> {
  const { ctx, ledger, limits, proofs, messages, onStep, batch = BATCH } = deps;
  const at = ctx.clock.now();
  const entries = await claimEntries(tx, round.id, batch);
  if (entries.length === 0) {
    tx.afterCommit(() => ctx.bus.publish(roundsChanged, [round.id]));
    return finishRound(tx, round.id, at);
  }
  onStep?.('claimed');
  const answers = round.answerId === undefined ? [] : await answersOf(tx, round.id);
  const answer =
    basisOf(round, division) === 'operators' ? answers.find(({ id }) => id === round.answerId) : undefined;
  const decided = entries.map((entry) => ({
    entry,
    payout: payoutOf(round, division, entry),
    facts: factsOf(round, division, entry, answer),
  }));
  await limits.settle(tx, settledByUser(decided));
  const kind = division.outcome === 'paid' ? 'game:payout' : 'game:refund';
  const paid = decided.filter(({ payout }) => payout > 0n);
  await ledger.postBatch(
    tx,
    paid.map((each) => journalOf(round, each, kind, at)),
  );
  onStep?.('posted');
  const ticks = ticksOf(round, division);
  const receipts = await proofs.leave(
    tx,
    decided.map((each) => receiptOf(each, ticks)),
  );
  const settled = await writeSettled(
    tx,
    decided.map(({ entry, payout }, index) => ({
      id: entry.id,
      payout,
      receipt: receipts[index]?.hash ?? '',
    })),
    at,
  );
  if (settled !== entries.length) throw new Error('a claimed entry was settled by another process');
  const codeOf = await readCurrencyCodes(deps, tx);
  await messages.notifyAll(
    tx,
    decided.map((each) => notificationOf(round, division, each, codeOf(round.currencyId))),
  );
  onStep?.('written');
  return entries.length;
}

/**
 * Does one step of a round that is due, in one transaction with everything that follows from it: answers by ticks, begins the payout
 * of an undisputed answer, pays a batch, or closes the round. Returns 0 when nothing is left. A round is locked by its step, so that
 * it settles once, however often a process dies.
 */
export async function settleDue(deps: GamesDeps, tx: Tx): Promise<number> {
  for (const id of await claimDue(tx, deps.ctx.clock.now())) {
    const round = await lockRound(tx, id);
    if (!round) continue;
    if (round.division) {
      const done = await pay(deps, tx, round, round.division);
      if (done > 0) return done;
    } else if (round.kind === 'price') {
      if (await answerByTicks(deps, tx, round)) return 1;
    } else if (round.answer !== undefined) {
      await beginPayout(deps, tx, round, await divide(tx, round, round.answer));
      return 1;
    }
  }
  return 0;
}
