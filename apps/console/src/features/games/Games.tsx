import { Button, Space, Tabs, Tag } from 'antd';
import { useState } from 'react';
import { useCall } from '../../lib/api.ts';
import { useMay } from '../../lib/rights.ts';
import { AskForApproval } from '../../ui/AskForApproval.tsx';
import type { Change, ChangeValues } from '../../ui/change.ts';
import { ChangeFields } from '../../ui/ChangeFields.tsx';
import { actionsColumn, numberColumn } from '../../ui/columns.tsx';
import { Counts } from '../../ui/Counts.tsx';
import { Page, Part } from '../../ui/Page.tsx';
import { CAME_ALONG, Loaded, Rows } from '../../ui/Rows.tsx';
import { Answer } from './Answer.tsx';
import { REFRESH_MS, endSchedule, newPriceRound, newSchedule } from './changes.ts';
import type { Markets, Overview, Round, Schedule } from './changes.ts';
import { Disputes } from './Disputes.tsx';
import { NewQuestion } from './NewQuestion.tsx';
import { Rounds } from './Rounds.tsx';

type Sums = Overview['currencies'][number];

/** Counts of what waits, and the sums of all rounds. */
function Figures({ of }: { of: Overview }) {
  const counts = [
    ['Open', of.states.find(({ state }) => state === 'open')?.rounds ?? 0],
    ['Without an answer', of.unanswered],
    ['Open disputes', of.open_disputes],
  ] as const;
  return (
    <>
      <Counts of={counts} />
      <Part title="Stakes">
        <Rows<Sums>
          read={CAME_ALONG}
          rows={of.currencies}
          rowKey="currency_name"
          empty="No stake yet"
          columns={[
            { title: 'Currency', dataIndex: 'currency_name' },
            numberColumn('Held', (row) => row.held),
            numberColumn('Staked', (row) => row.staked),
            numberColumn('Paid', (row) => row.paid),
            numberColumn('Returned', (row) => row.returned),
            numberColumn('Fees', (row) => row.fees),
          ]}
        />
      </Part>
    </>
  );
}

/** Committed schedules of daily price questions. */
function Schedules({ rows, ask }: { rows: readonly Schedule[]; ask: (change: Change) => void }) {
  const may = useMay();
  return (
    <Part title="Schedules">
      <Rows<Schedule>
        read={CAME_ALONG}
        rows={rows}
        rowKey={(row) => String(row.id)}
        empty="No schedule yet"
        columns={[
          { title: 'Market', dataIndex: 'symbol_name' },
          { title: 'Settles (UTC)', dataIndex: 'time' },
          numberColumn('Step', (row) => row.step),
          numberColumn(
            'Fee',
            (row) => row.fee_percent,
            () => '%',
          ),
          {
            title: 'State',
            render: (_, row) => (row.enabled ? <Tag color="green">runs</Tag> : <Tag>ended</Tag>),
          },
          { title: 'Hash', render: (_, row) => row.hash.slice(0, 16) },
          actionsColumn<Schedule>(
            (row) =>
              row.enabled &&
              may('console/game_schedule_end') && (
                <Button size="small" danger onClick={() => ask(endSchedule(row))}>
                  End
                </Button>
              ),
          ),
        ]}
      />
    </Part>
  );
}

/** Buttons of new rounds and schedules. */
function NewButtons({
  markets,
  ask,
  askQuestion,
}: {
  markets: Markets;
  ask: (change: Change) => void;
  askQuestion: () => void;
}) {
  return (
    <Space wrap>
      <Button type="primary" onClick={() => ask(newPriceRound(markets, Date.now()))}>
        New price question
      </Button>
      <Button onClick={askQuestion}>New question</Button>
      <Button onClick={() => ask(newSchedule(markets))}>New schedule</Button>
    </Space>
  );
}

/** Coin markets, which never close. */
function useCoinMarkets(): Markets {
  const markets = useCall('console/markets', {});
  return markets.data?.filter(({ kind }) => kind === 'coin') ?? [];
}

/** Quiz and guess games: rounds, answers with evidence, disputes, schedules. */
export function Games() {
  const overview = useCall('console/games', {}, REFRESH_MS);
  const markets = useCoinMarkets();
  const may = useMay();
  const [change, setChange] = useState<Change>();
  const [answering, setAnswering] = useState<Round>();
  const [isAsking, setIsAsking] = useState(false);
  return (
    <Page
      title="Games"
      hint="Rounds, answers, cancellations and disputes need a second operator. Price questions are answered by the index only."
      actions={
        may('console/game_price_round') && (
          <NewButtons markets={markets} ask={setChange} askQuestion={() => setIsAsking(true)} />
        )
      }
    >
      <Loaded read={overview}>{(shown) => <Figures of={shown} />}</Loaded>
      <Tabs
        destroyOnHidden
        style={{ marginTop: 24 }}
        items={[
          { key: 'rounds', label: 'Rounds', children: <Rounds ask={setChange} answer={setAnswering} /> },
          { key: 'disputes', label: 'Disputes', children: <Disputes ask={setChange} /> },
          {
            key: 'schedules',
            label: 'Schedules',
            children: <Schedules rows={overview.data?.schedules ?? []} ask={setChange} />,
          },
        ]}
      />
      {change && (
        <AskForApproval<ChangeValues>
          title={change.title}
          initial={change.before}
          about={change.about ?? {}}
          send={change.send}
          close={() => setChange(undefined)}
        >
          {change.fields.length > 0 && <ChangeFields fields={change.fields} before={change.before} />}
        </AskForApproval>
      )}
      {answering && <Answer round={answering} close={() => setAnswering(undefined)} />}
      {isAsking && <NewQuestion close={() => setIsAsking(false)} />}
    </Page>
  );
}
