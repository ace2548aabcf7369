import { refuse } from '@karat/contract';
import type { Contract, Read } from '@karat/contract';
import type { ClockGuard, ClockHalt } from '@karat/platform/clock-guard';
import type { Context } from '@karat/platform/context';
import type { OperatorCaller } from '@karat/platform/http';
import { requestApproval } from './approvals.ts';
import type { ApprovalView } from './approvals.ts';
import type { ApprovalKind } from './operators.ts';
import { change, fact } from './presentation.ts';

export const CLOCK_RESUME = 'clock resume';

const MS_PER_S = 1_000;
const REASONS: Readonly<Record<ClockHalt['reason'], string>> = {
  jumped: 'The clock jumped',
  database_differs: 'The clocks of server and database differ',
  behind_last_tick: 'The clock is behind the last price',
};

const timeText = (ms: number): string => `${new Date(ms).toISOString().slice(0, 19).replace('T', ' ')} UTC`;

function factsOf({ atMs, reason, driftMs }: ClockHalt) {
  const seconds = (Math.abs(driftMs) / MS_PER_S).toFixed(1);
  return [
    fact('Reason', REASONS[reason]),
    fact('Halted at', timeText(atMs)),
    fact('Difference', `${seconds} s ${driftMs < 0 ? 'behind' : 'ahead'}`),
  ];
}

/** How two operators resume settlements after the clock was wrong. */
export const clockResume = (ctx: Context, guard: Pick<ClockGuard, 'halt' | 'resume'>): ApprovalKind => ({
  async present(db) {
    const halt = await guard.halt(db);
    return {
      title: 'Resume what settles by time',
      subject: 'Clock',
      changes: [
        change('Settling by time', halt ? 'halted' : 'running', 'running'),
        fact('Time of the server', timeText(ctx.clock.now())),
        ...(halt ? factsOf(halt) : []),
      ],
    };
  },
  async execute(tx, payload) {
    const resumed = await guard.resume(tx, Number(payload['halted_ms']));
    if (resumed === 'changed') refuse('approval_stale');
    if (resumed === 'still_wrong') refuse('clock_still_wrong');
  },
});

/** Requests to resume. Refuses `no_change` if nothing is halted. */
export const requestClockResume = (
  ctx: Context,
  guard: Pick<ClockGuard, 'halt' | 'resume'>,
  caller: OperatorCaller,
  { reason }: Read<Contract['operators']['console/clock_resume']>,
): Promise<ApprovalView> =>
  ctx.db.transact(async (tx) => {
    const payload = { halted_ms: (await guard.halt(tx))?.atMs ?? 0 };
    const { present } = clockResume(ctx, guard);
    return requestApproval(ctx, tx, caller, {
      kind: CLOCK_RESUME,
      subject: 'clock',
      payload,
      reason,
      present,
    });
  });
