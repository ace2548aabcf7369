import type { GameRoundState, ReplyOf } from '@karat/contract';
import { Button, Segmented, Tag } from 'antd';
import { useCall } from '../../lib/api.ts';
import { moment } from '../../lib/format.ts';
import { useMay } from '../../lib/rights.ts';
import { ExactNumber, actionsColumn, numberColumn, timeColumn } from '../../ui/columns.tsx';
import { Facts } from '../../ui/Facts.tsx';
import { Part } from '../../ui/Page.tsx';
import { CAME_ALONG, Loaded, Rows } from '../../ui/Rows.tsx';
import { useFilter } from '../../ui/useFilter.ts';
import type { Change } from '../../ui/change.ts';
import { PAGE, REFRESH_MS, cancelRound } from './changes.ts';
import type { Round } from './changes.ts';

type Detail = ReplyOf<'console/game_round'>;
type PreviewRow = Detail['preview'][number];
type State = GameRoundState | 'all';

const STATES: readonly { readonly value: State; readonly label: string }[] = [
  { value: 'all', label: 'All' },
  { value: 'coming', label: 'Coming' },
  { value: 'open', label: 'Open' },
  { value: 'closed', label: 'Closed' },
  { value: 'answered', label: 'Answered' },
  { value: 'paying', label: 'Paying' },
  { value: 'settled', label: 'Settled' },
];
const COLOURS: Readonly<Record<GameRoundState, string>> = {
  coming: 'blue',
  open: 'green',
  closed: 'gold',
  answered: 'gold',
  paying: 'gold',
  settled: 'default',
};

/** What each option would pay, and the evidence of answers. */
function RoundDetail({ id }: { id: number }) {
  const round = useCall('console/game_round', { id }, REFRESH_MS);
  return (
    <Loaded read={round}>
      {(shown) => (
        <>
          <Part title="Settlement preview">
            <Rows<PreviewRow>
              read={CAME_ALONG}
              rows={shown.preview}
              rowKey="no"
              empty="No option"
              columns={[
                { title: 'Option', dataIndex: 'name' },
                numberColumn('Entries', (row) => row.entries),
                numberColumn('Stakes', (row) => row.pool),
                {
                  title: 'If right',
                  render: (_, row) => (row.outcome === 'paid' ? 'paid' : 'stakes return'),
                },
                numberColumn('Fee', (row) => row.fee),
                numberColumn('Paid out', (row) => row.paid),
                numberColumn('Multiple', (row) => row.multiple),
              ]}
            />
          </Part>
          <Facts
            label="Terms"
            facts={[
              ['Source of the answer', shown.source],
              ['Hash of the terms', <ExactNumber key="hash">{shown.hash}</ExactNumber>],
              ['Reason of the cancellation', shown.cancel_reason ?? '–'],
              ...shown.evidence.map(
                (each) =>
                  [
                    each.withdrawn ? 'Withdrawn answer' : 'Answer',
                    <span key={each.decided_ms}>
                      option {each.option}, {moment(each.decided_ms)} UTC: {each.note}{' '}
                      <a href={each.link} rel="noreferrer" target="_blank">
                        link
                      </a>{' '}
                      <a href={each.file} rel="noreferrer" target="_blank">
                        picture
                      </a>
                    </span>,
                  ] as const,
              ),
            ]}
          />
        </>
      )}
    </Loaded>
  );
}

interface RoundsProps {
  readonly ask: (change: Change) => void;
  readonly answer: (round: Round) => void;
}

/** Whether operators may still answer or cancel a round at `now` (unix ms). */
const canAnswer = (round: Round, now: number): boolean =>
  round.kind === 'decided' && round.state === 'closed' && now >= round.settles_ms;
const canCancel = (round: Round): boolean =>
  ['coming', 'open'].includes(round.state) ||
  (round.kind === 'decided' && ['closed', 'answered'].includes(round.state));

/** Rounds, newest first. */
export function Rounds({ ask, answer }: RoundsProps) {
  const { value, choose, page, turn } = useFilter<State>('all');
  const filter = value === 'all' ? {} : { state: value };
  const rounds = useCall('console/game_rounds', { ...filter, page, limit: PAGE }, REFRESH_MS);
  const may = useMay();
  return (
    <Part
      title="Rounds"
      extra={<Segmented<State> options={[...STATES]} value={value} onChange={choose} size="small" />}
    >
      <Rows<Round>
        read={rounds}
        rows={rounds.data?.data}
        rowKey={(row) => String(row.id)}
        empty="No round"
        paging={{ page, turn, size: PAGE, total: rounds.data?.total ?? 0 }}
        expand={(row) => <RoundDetail id={row.id} />}
        columns={[
          { title: 'No.', dataIndex: 'id' },
          { title: 'Question', dataIndex: 'question' },
          { title: 'State', render: (_, row) => <Tag color={COLOURS[row.state]}>{row.state}</Tag> },
          numberColumn('Entries', (row) => row.entries),
          numberColumn(
            'Pool',
            (row) => row.pool,
            (row) => row.currency_name,
          ),
          numberColumn('Disputes', (row) => row.open_disputes),
          timeColumn('Opens (UTC)', (row) => row.opens_ms),
          timeColumn('Closes (UTC)', (row) => row.closes_ms),
          timeColumn('Settles (UTC)', (row) => row.settles_ms),
          actionsColumn<Round>((row) => (
            <>
              {may('console/game_answer') && canAnswer(row, rounds.dataUpdatedAt) && (
                <Button size="small" onClick={() => answer(row)}>
                  Answer
                </Button>
              )}
              {may('console/game_cancel') && canCancel(row) && (
                <Button size="small" danger onClick={() => ask(cancelRound(row))}>
                  Cancel
                </Button>
              )}
            </>
          )),
        ]}
      />
    </Part>
  );
}
