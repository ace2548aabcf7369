import type { ReplyOf } from '../../lib/calls.ts';
import { useText } from '../../lib/text.ts';
import { Badge } from '../../ui/index.ts';
import { verificationText } from './text.ts';

export type RealState = ReplyOf<'real/state'>;
export type Step = RealState['steps'][number];

const INTENTS = { 0: 'plain', 1: 'info', 2: 'good', 3: 'bad' } as const;

/** State of a level. */
export function StepBadge({ state }: { readonly state: Step['state'] }) {
  const t = useText(verificationText);
  return <Badge intent={INTENTS[state]}>{t(`state_${state}`)}</Badge>;
}
