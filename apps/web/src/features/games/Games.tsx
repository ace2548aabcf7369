import { CircleHelp, Hourglass, Trophy } from 'lucide-react';
import { useState } from 'react';
import { GAME_STATUS } from '@karat/contract';
import type { NumberOf } from '@karat/contract';
import { go, withLogin } from '../../lib/navigation.ts';
import { useParam } from '../../lib/params.ts';
import { usePages } from '../../lib/query.ts';
import { useSession } from '../../lib/session.ts';
import { shellText } from '../../lib/shell-text.ts';
import { useText } from '../../lib/text.ts';
import { Button, Empty, Link, LinkIcon, Loaded, LoadedPages, Page, Tabs } from '../../ui/index.ts';
import { Mine } from './Mine.tsx';
import { CardsSkeleton, ROUND_GRID, RoundCard } from './RoundCard.tsx';
import { StakeSheet, useChosen } from './StakeSheet.tsx';
import { stateOf } from './round.ts';
import type { Round } from './round.ts';
import { gamesText } from './text.ts';
import { REFRESH_MS, useLiveRounds } from './use-rounds.ts';

const TABS = ['open', 'ended', 'mine'] as const;
type Tab = (typeof TABS)[number];

/** Rounds of a page are read together: those that are open or coming come first. */
const ROUNDS_READ = 30;

function Rounds({ rounds }: { readonly rounds: readonly Round[] }) {
  const live = useLiveRounds(rounds);
  const chosen = useChosen(live);
  return (
    <>
      <ul className={ROUND_GRID}>
        {live.map((round) => (
          <li key={round.id} className="min-w-0">
            <RoundCard round={round} onChoose={chosen.choose} />
          </li>
        ))}
      </ul>
      <StakeSheet {...chosen} />
    </>
  );
}

const Lead = () => {
  const t = useText(gamesText);
  return (
    <p className="px-1 text-sm text-muted">
      {t('lead')}{' '}
      <Link to="/pages/game/help" className="font-medium text-gold-ink underline underline-offset-2">
        {t('how')}
      </Link>
    </p>
  );
};

/** Rounds that take stakes, by their closing, and those to come. */
function Open() {
  const t = useText(gamesText);
  const shell = useText(shellText);
  const open = usePages(
    'get',
    'game/index',
    { status: GAME_STATUS.guessing, limit: ROUNDS_READ },
    { everyMs: REFRESH_MS },
  );
  const coming = usePages(
    'get',
    'game/index',
    { status: GAME_STATUS.notStarted, limit: ROUNDS_READ },
    { everyMs: REFRESH_MS },
  );
  // A round that has just closed leaves with the next read.
  const rounds = open.rows.filter((round) => stateOf(round) === 'guessing');
  const isRead = open.rows.length > 0 || (!open.isPending && !open.error);
  return (
    <div className="flex flex-col gap-4">
      <Lead />
      <Loaded
        query={{ ...open, data: isRead ? rounds : undefined }}
        skeleton={<CardsSkeleton />}
        empty={
          <Empty
            icon={<Hourglass />}
            text={t(coming.rows.length > 0 ? 'none_open_yet' : 'none_open')}
            next="beside"
          />
        }
      >
        {(rows) => <Rounds rounds={rows} />}
      </Loaded>
      {open.hasNextPage && (
        <Button variant="plain" onClick={open.more} busy={open.isFetchingNextPage}>
          {shell('more')}
        </Button>
      )}
      {coming.rows.length > 0 && (
        <section>
          <h2 className="mb-2 px-1 text-lg font-semibold">{t('coming')}</h2>
          <Rounds rounds={coming.rows} />
        </section>
      )}
    </div>
  );
}

const ENDED = {
  all: undefined,
  unsettled: GAME_STATUS.unsettled,
  right: GAME_STATUS.right,
  missed: GAME_STATUS.missed,
  cancelled: GAME_STATUS.cancelled,
} as const satisfies Record<string, NumberOf<typeof GAME_STATUS> | undefined>;
const FILTERS = ['all', 'unsettled', 'right', 'missed', 'cancelled'] as const;
type Filter = (typeof FILTERS)[number];

const isEnded = (round: Round): boolean => !['guessing', 'not_started'].includes(stateOf(round));

function EndedRounds({ filter }: { readonly filter: Filter }) {
  const t = useText(gamesText);
  const status = ENDED[filter];
  const rounds = usePages(
    'get',
    'game/index',
    { ...(status === undefined ? {} : { status }), limit: ROUNDS_READ },
    { everyMs: REFRESH_MS },
  );
  return (
    <LoadedPages
      query={{ ...rounds, rows: rounds.rows.filter(isEnded) }}
      skeleton={<CardsSkeleton />}
      empty={
        <Empty icon={<Trophy />} text={t(filter === 'all' ? 'none_ended' : 'none_such')} next="beside" />
      }
    >
      {(rows) => <Rounds rounds={rows} />}
    </LoadedPages>
  );
}

/** Closed and settled rounds, newest first. */
function Ended() {
  const t = useText(gamesText);
  const loggedIn = useSession((state) => state.token !== null);
  const [filter, setFilter] = useState<Filter>('all');
  const offered = FILTERS.filter((id) => loggedIn || (id !== 'right' && id !== 'missed'));
  return (
    <div className="flex flex-col gap-4">
      <Tabs
        label={t('filter')}
        variant="chips"
        items={offered.map((id) => ({ id, label: t(id === 'all' ? 'all' : `state_${id}`) }))}
        value={filter}
        onChange={setFilter}
      />
      <EndedRounds key={filter} filter={filter} />
    </div>
  );
}

function LoginFirst() {
  const t = useText(gamesText);
  const shell = useText(shellText);
  return (
    <Empty
      icon={<Trophy />}
      text={t('login_mine')}
      action={<Button onClick={() => withLogin(() => undefined)}>{shell('login')}</Button>}
    />
  );
}

function Content({ tab }: { readonly tab: Tab }) {
  const loggedIn = useSession((state) => state.token !== null);
  switch (tab) {
    case 'open':
      return <Open />;
    case 'ended':
      return <Ended />;
    case 'mine':
      return loggedIn ? <Mine /> : <LoginFirst />;
  }
}

/** Quiz and guess games: open and ended rounds, and the own entries. */
export default function Games() {
  const t = useText(gamesText);
  const asked = useParam('tab');
  const tab = TABS.find((id) => id === asked) ?? 'open';
  return (
    <Page
      title={t('games')}
      right={
        <LinkIcon to="/pages/game/help" label={t('how')}>
          <CircleHelp aria-hidden="true" />
        </LinkIcon>
      }
    >
      <Tabs
        label={t('games')}
        className="mb-4"
        items={TABS.map((id) => ({ id, label: t(`tab_${id}`) }))}
        value={tab}
        onChange={(id) => go.replace('/pages/game/game', id === 'open' ? {} : { tab: id })}
      />
      <Content key={tab} tab={tab} />
    </Page>
  );
}
