import type { NftDecision, NftReviewReason, NftReviewState } from '@karat/contract';
import { Alert, Button, Segmented, Tag, Typography } from 'antd';
import type { ReactNode } from 'react';
import { moment } from '../../lib/format.ts';
import type { Fact } from '../../ui/Facts.tsx';
import { Failure, Part } from '../../ui/Page.tsx';
import { Reject } from '../../ui/Reject.tsx';
import { useDecision } from '../../ui/useDecision.ts';
import { CHOICES, REASONS, REVIEW_COLOURS, REVIEW_STATES } from './words.ts';
import type { Artist } from './words.ts';

type Reviewed = Pick<Artist, 'state' | 'reason' | 'note' | 'created_ms' | 'decided_ms' | 'decided_by'>;

/** A decision as both calls take it. */
export interface Decision {
  readonly decision: NftDecision;
  readonly reason?: NftReviewReason;
  readonly note?: string;
}

/** Consequences of each decision, for the operator. */
export type Consequences = Readonly<Record<NftDecision, string>>;

const TITLES: Readonly<Record<NftDecision, string>> = {
  approve: 'Approve',
  reject: 'Reject',
  hide: 'Hide',
  show: 'Show again',
};
const SAID: Readonly<Record<NftDecision, string>> = {
  approve: 'Approved.',
  reject: 'Rejected.',
  hide: 'Hidden.',
  show: 'Shown again.',
};

export function StateTag({ state }: { state: NftReviewState }) {
  return <Tag color={REVIEW_COLOURS[state]}>{state}</Tag>;
}

/** A part with what is in one state of review. */
export function ReviewPart({
  title,
  value,
  choose,
  children,
}: {
  title: string;
  value: NftReviewState;
  choose: (next: NftReviewState) => void;
  children: ReactNode;
}) {
  return (
    <Part
      title={title}
      extra={
        <Segmented<NftReviewState>
          options={[...REVIEW_STATES]}
          value={value}
          onChange={choose}
          size="small"
        />
      }
    >
      {children}
    </Part>
  );
}

/** State, reason and operator of a review. */
export const reviewFacts = (row: Reviewed): readonly Fact[] => [
  ['State', <StateTag key="state" state={row.state} />],
  ['Submitted', `${moment(row.created_ms)} UTC`],
  ...(row.decided_by === null
    ? []
    : [['Decided', `${row.decided_by}, ${moment(row.decided_ms)} UTC`] as const]),
  ...(row.reason === null ? [] : [['Reason', REASONS[row.reason]] as const]),
  ...(row.note === null ? [] : [['Note', row.note] as const]),
];

interface Deciding {
  readonly send: (decision: Decision) => Promise<unknown>;
  readonly close: () => void;
}

/** A decision without a reason. */
function InFavour({ decision, send, close }: Deciding & { decision: NftDecision }) {
  const decide = useDecision(send, SAID[decision], close);
  return (
    <>
      <Failure error={decide.error} />
      <Button type="primary" loading={decide.isPending} onClick={() => decide.mutate({ decision })}>
        {TITLES[decision]}
      </Button>
    </>
  );
}

/** The decisions that the state of an artist or artwork allows. */
export function Decisions({
  state,
  consequences,
  send,
  close,
}: Deciding & { state: NftReviewState; consequences: Consequences }) {
  const choices = CHOICES[state];
  if (choices.length === 0)
    return (
      <Alert style={{ marginTop: 24 }} type="info" title="Rejected. A new submission starts a new review." />
    );
  return choices.map((decision) => (
    <Part key={decision} title={TITLES[decision]}>
      <Typography.Paragraph type="secondary">{consequences[decision]}</Typography.Paragraph>
      {decision === 'reject' || decision === 'hide' ? (
        <Reject<NftReviewReason>
          reasons={REASONS}
          send={(fields) => send({ decision, ...fields })}
          said={SAID[decision]}
          label="Words to the artist"
          button={TITLES[decision]}
          close={close}
        />
      ) : (
        <InFavour decision={decision} send={send} close={close} />
      )}
    </Part>
  ));
}
