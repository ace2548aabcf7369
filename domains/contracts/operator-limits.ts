import { refuse } from '@karat/contract';
import type { Contract } from '@karat/contract';
import { requestApproval, change } from '@karat/domains/operators';
import type { ApprovalKinds, Payload, Present } from '@karat/domains/operators';
import type { Handlers } from '@karat/platform/http';
import { MULTIPLE_MAX } from '@karat/rules';
import type { Contracts } from './create.ts';
import { lockLimits, readLimits, writeLimits } from './settings-store.ts';
import type { LevelLimit, Limits } from './settings-store.ts';

type Calls = Pick<
  Handlers<Contract['contracts']>,
  'console/contract_limits' | 'console/contract_limits_change'
>;

const LIMITS = 'contract limits';
/** A tick checks all positions of a user together: more than these would delay everyone. */
const POSITIONS_MAX = 1_000;

/** `0:50,1:100`, each level once. */
function levelsOf(text: string): LevelLimit[] {
  const levels = text.split(',').map((part): LevelLimit => {
    const [, level, multiple] = /^\s*(\d{1,3})\s*:\s*(\d{1,3})\s*$/.exec(part) ?? [];
    return level === undefined || multiple === undefined
      ? refuse('value_invalid', { field: 'levels' })
      : { level: Number(level), multipleMax: Number(multiple) };
  });
  if (new Set(levels.map(({ level }) => level)).size < levels.length)
    refuse('value_invalid', { field: 'levels' });
  return levels;
}

/**
 * Limits after an approved change. Refuses `value_invalid`: an unknown level, a leverage outside 1 to 200, a higher
 * level with less than a lower one, and a number of positions outside 1 to 1,000.
 */
export function changedLimits(limits: Limits, payload: Payload): Limits {
  const { levels: text, positions_max: most } = payload;
  const matches = typeof text === 'string' ? levelsOf(text) : [];
  const positionsMax = most === undefined ? limits.positionsMax : Number(most);
  if (matches.some(({ level }) => !limits.levels.some((each) => each.level === level)))
    refuse('value_invalid', { field: 'levels' });
  const levels = limits.levels.map((each) => matches.find(({ level }) => level === each.level) ?? each);
  const fine = levels.every(
    ({ multipleMax }, at) =>
      multipleMax >= 1 && multipleMax <= MULTIPLE_MAX && multipleMax >= (levels[at - 1]?.multipleMax ?? 1),
  );
  if (!fine) refuse('value_invalid', { field: 'levels' });
  if (!Number.isInteger(positionsMax) || positionsMax < 1 || positionsMax > POSITIONS_MAX)
    refuse('value_invalid', { field: 'positions_max' });
  return { ...limits, levels, positionsMax };
}

/** Approved changes of users' limits; open positions keep their leverage. */
export const limitsApprovals = ({ inside: { engine } }: Contracts): ApprovalKinds => ({
  [LIMITS]: {
    present: presentLimits,
    async execute(tx, payload) {
      const limits = await lockLimits(tx);
      if (limits.version !== payload['version']) refuse('approval_stale');
      await writeLimits(tx, changedLimits(limits, payload));
      tx.afterCommit(() => engine.invalidate());
    },
  },
});

/** Limits of levels before and after. */
const presentLimits: Present = async (db, payload) => {
  const before = await readLimits(db);
  const after = changedLimits(before, payload);
  return {
    title: 'Change the limits of futures',
    subject: 'Futures',
    changes: [
      ...after.levels.map(({ level, multipleMax }, at) =>
        change(`Leverage at level ${level}`, `${before.levels[at]?.multipleMax ?? 0}x`, `${multipleMax}x`),
      ),
      change('Positions of a user', String(before.positionsMax), String(after.positionsMax)),
    ],
  };
};

export function limitsHandlers({ inside: { deps } }: Contracts): Calls {
  const { ctx } = deps;
  return {
    'console/contract_limits': async () => {
      const { levels, positionsMax, version } = await readLimits(ctx.db);
      return {
        levels: levels.map(({ level, multipleMax }) => ({ level, multiple_max: multipleMax })),
        positions_max: positionsMax,
        version,
      };
    },
    'console/contract_limits_change': async ({ input, caller }) => {
      const limits = await readLimits(ctx.db);
      const payload: Payload = {
        version: limits.version,
        ...(input.levels === undefined ? {} : { levels: input.levels }),
        ...(input.positions_max === undefined ? {} : { positions_max: input.positions_max }),
      };
      changedLimits(limits, payload);
      const { reason } = input;
      const request = { kind: LIMITS, subject: 'contracts', payload, reason, present: presentLimits };
      const { id, state } = await ctx.db.transact((tx) => requestApproval(ctx, tx, caller, request));
      return { id, state };
    },
  };
}
