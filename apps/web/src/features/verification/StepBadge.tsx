import { VERIFICATION_STATE } from '@karat/contract';
import type { ReplyOf } from '../../lib/calls.ts';
import { useText } from '../../lib/text.ts';
import { Badge } from '../../ui/index.ts';
import { verificationText } from './text.ts';

export type RealState = ReplyOf<'real/state'>;
export type Step = RealState['steps'][number];

const INTENTS = {
  [VERIFICATION_STATE.none]: 'plain',
  [VERIFICATION_STATE.underAudit]: 'info',
  [VERIFICATION_STATE.verified]: 'good',
  [VERIFICATION_STATE.failed]: 'bad',
} as const;

/** State of a level. */
export function StepBadge({ state }: { readonly state: Step['state'] }) {
  const t = useText(verificationText);
  return <Badge intent={INTENTS[state]}>{t(`state_${state}`)}</Badge>;
}
