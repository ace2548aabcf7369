import { localeOf, type Lang } from '@karat/i18n';
import { CircleHelp } from 'lucide-react';
import { useIdParam } from '../../lib/params.ts';
import { useGet, usePages } from '../../lib/query.ts';
import { useSession } from '../../lib/session.ts';
import { useLocale, useText } from '../../lib/text.ts';
import { Callout, Empty, LinkButton, LinkIcon, Loaded, Page, Skeleton } from '../../ui/index.ts';
import { Commitment } from './Commitment.tsx';
import { DisputePart } from './DisputePart.tsx';
import { Entries } from './Entries.tsx';
import { EvidenceList } from './EvidenceList.tsx';
import { Options } from './Options.tsx';
import { IndexNow, Result } from './Result.tsx';
import { GameBadge, NextStep, PoolLine, Subject } from './RoundParts.tsx';
import { StakeSheet, useChosen } from './StakeSheet.tsx';
import { Stakes } from './Stakes.tsx';
import { stateOf, unbroken } from './round.ts';
import type { RoundDetail } from './round.ts';
import { gamesText } from './text.ts';
import { REFRESH_MS, useLiveRounds } from './use-rounds.ts';

/** Own entries of the round; nothing without one. */
function OwnEntries({ round }: { readonly round: RoundDetail }) {
  const t = useText(gamesText);
  const loggedIn = useSession((state) => state.token !== null);
  const entries = usePages(
    'get',
    'game/entries',
    { round: round.id, limit: 50 },
    { enabled: loggedIn && round.own_stake !== '0', everyMs: REFRESH_MS },
  );
  if (entries.rows.length === 0) return null;
  return (
    <section>
      <h3 className="mb-2 px-1 text-lg font-semibold">{t('your_guesses')}</h3>
      <Entries entries={entries.rows} />
    </section>
  );
}

/** Why an open round is worth a look, or what can be done with a closed one. */
function Note({ round }: { readonly round: RoundDetail }) {
  const t = useText(gamesText);
  switch (stateOf(round)) {
    case 'not_started':
      return <Callout intent="info">{t('note_not_started')}</Callout>;
    case 'guessing':
      return <p className="text-sm text-muted">{t('tap_option')}</p>;
    case 'unsettled':
    case 'over':
    case 'right':
    case 'missed':
    case 'cancelled':
      return null;
  }
}

/** Names the language of a question that was written in another one than the user's. */
function WrittenIn({ lang }: { readonly lang: Lang }) {
  const t = useText(gamesText);
  const locale = useLocale();
  if (localeOf(lang) === locale) return null;
  const language = new Intl.DisplayNames(locale, { type: 'language' }).of(localeOf(lang)) ?? lang;
  return <p className="-mt-2 text-sm text-muted">{t('written_in', { language })}</p>;
}

function Shown({ round }: { readonly round: RoundDetail }) {
  const chosen = useChosen([round]);
  const isOpen = stateOf(round) === 'guessing';
  const isRunning = isOpen || (stateOf(round) === 'unsettled' && round.right === null);
  return (
    <div className="grid gap-5 wide:grid-cols-2 wide:gap-8">
      <div className="flex min-w-0 flex-col gap-4">
        <div className="flex items-center justify-between gap-3">
          <Subject round={round} />
          <GameBadge of={round} />
        </div>
        <h2 className="text-xl font-semibold text-pretty wrap-anywhere" lang={localeOf(round.lang)}>
          {unbroken(round.question)}
        </h2>
        <WrittenIn lang={round.lang} />
        <NextStep round={round} />
        <Note round={round} />
        <Options round={round} onChoose={isOpen ? (no) => chosen.choose(round, no) : undefined} />
        <PoolLine round={round} />
        <Stakes round={round} />
        {round.match_id !== null && isRunning && <IndexNow round={round} matchId={round.match_id} />}
        <Result round={round} />
      </div>
      <div className="flex min-w-0 flex-col gap-5">
        <OwnEntries round={round} />
        <EvidenceList round={round} />
        <DisputePart round={round} />
        <Commitment round={round} />
      </div>
      <StakeSheet {...chosen} />
    </div>
  );
}

const RoundSkeleton = () => (
  <div className="flex flex-col gap-4" aria-busy="true">
    <Skeleton className="h-5 w-2/5" />
    <Skeleton className="h-7 w-4/5" />
    <Skeleton className="h-13" />
    <Skeleton className="h-13" />
    <Skeleton className="h-40 rounded-lg" />
  </div>
);

function Live({ detail }: { readonly detail: RoundDetail }) {
  const [round] = useLiveRounds([detail]);
  return round ? <Shown round={round} /> : null;
}

function OfId({ id }: { readonly id: number }) {
  const query = useGet('game/round', { id }, { everyMs: REFRESH_MS });
  return (
    <Loaded query={query} skeleton={<RoundSkeleton />}>
      {(detail) => <Live detail={detail} />}
    </Loaded>
  );
}

/** A round with its pool, answer, evidence and committed terms. */
export default function Round() {
  const t = useText(gamesText);
  const id = useIdParam('id');
  return (
    <Page
      title={t('round')}
      back="/pages/game/game"
      right={
        <LinkIcon to="/pages/game/help" label={t('how')}>
          <CircleHelp aria-hidden="true" />
        </LinkIcon>
      }
    >
      {id === undefined ? (
        <Empty
          text={t('no_round')}
          action={
            <LinkButton variant="plain" to="/pages/game/game">
              {t('see_rounds')}
            </LinkButton>
          }
        />
      ) : (
        <OfId id={id} />
      )}
    </Page>
  );
}
