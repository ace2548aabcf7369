import type { AllReplies } from '../../lib/calls.ts';
import { useText } from '../../lib/text.ts';
import { Badge } from '../index.ts';
import { withdrawalsText } from './text.ts';

type State = AllReplies['withdrawal/detail']['state'];

const INTENTS = {
  requested: 'gold',
  approved: 'info',
  signing: 'info',
  signed: 'info',
  broadcast: 'info',
  exported: 'info',
  confirmed: 'good',
  rejected: 'bad',
  failed: 'bad',
  cancelled: 'plain',
} as const satisfies Record<State, string>;

/** State of a withdrawal. */
export function WithdrawalState({ state }: { readonly state: State }) {
  const t = useText(withdrawalsText);
  return <Badge intent={INTENTS[state]}>{t(state)}</Badge>;
}
