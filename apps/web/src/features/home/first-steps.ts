import type { AllReplies } from '../../lib/calls.ts';
import type { User } from '../../lib/session.ts';

type Events = AllReplies['wallet/activity']['data'];

/** Identity that an operator has approved. */
const VERIFIED = 2;

export const STEPS = ['verify', 'deposit', 'trade'] as const;
export type Step = (typeof STEPS)[number];

/** Which first steps a user has done. */
export const doneSteps = (
  user: Pick<User, 'real_state'>,
  deposits: Events,
  trades: Events,
): ReadonlySet<Step> =>
  new Set(
    STEPS.filter((step) => {
      switch (step) {
        case 'verify':
          return user.real_state === VERIFIED;
        case 'deposit':
          return deposits.length > 0;
        case 'trade':
          return trades.length > 0;
      }
    }),
  );

/** Amounts of the demo money that was credited. */
export const creditedBy = (deposits: Events): Events[number]['legs'] =>
  deposits.find(({ kind }) => kind === 'demo:grant')?.legs ?? [];
