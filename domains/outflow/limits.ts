import type { UserId } from '@karat/contract';
import { mulDown } from '@karat/money';
import type { Amount } from '@karat/money';
import type { OutflowContext } from './deps.ts';
import type { Level } from './rules.ts';

/** Limits of a user within the window: those of the verification level, times the factor of the VIP level. */
export function limitsOf(
  { policy, limitFactor }: Pick<OutflowContext, 'policy' | 'limitFactor'>,
  user: UserId,
  level: Level,
): { readonly cap: Amount; readonly send: Amount } {
  const [cap, send] = [policy.capBtc[level], policy.sendUsdt[level]];
  const factor = limitFactor?.(user);
  return factor === undefined ? { cap, send } : { cap: mulDown(cap, factor), send: mulDown(send, factor) };
}
