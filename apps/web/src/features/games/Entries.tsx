import { localeOf } from '@karat/i18n';
import { useState } from 'react';
import { formatTime } from '../../lib/format.ts';
import { useLocale, useText } from '../../lib/text.ts';
import { Fact, LinkButton, List, ListRow, Num, ReceiptLink, RowEnd, Sheet } from '../../ui/index.ts';
import { GameBadge } from './RoundParts.tsx';
import { stateOf, unbroken } from './round.ts';
import type { Entry } from './round.ts';
import { gamesText } from './text.ts';

/** Profit of a settled entry; of an open one what a right answer pays now. */
function EntryEnd({ entry }: { readonly entry: Entry }) {
  const t = useText(gamesText);
  if (entry.profit !== null)
    return (
      <RowEnd hint={<GameBadge of={entry} />}>
        <Num value={entry.profit} unit={entry.currency_name} signed intent="auto" />
      </RowEnd>
    );
  return (
    <RowEnd
      hint={
        <>
          {t('right_short')} <Num value={entry.implied_payout} />
        </>
      }
    >
      <Num value={entry.amount} unit={entry.currency_name} />
    </RowEnd>
  );
}

/** The numbers of an entry, with its receipt once it is settled. */
function EntryFacts({ entry }: { readonly entry: Entry }) {
  const t = useText(gamesText);
  const locale = useLocale();
  const unit = entry.currency_name;
  return (
    <List as="dl" className="text-base *:py-2">
      <Fact name={t('your_guess')}>{entry.option_name}</Fact>
      {entry.right_name !== null && <Fact name={t('right_answer')}>{entry.right_name}</Fact>}
      <Fact name={t('stake')}>
        <Num value={entry.amount} unit={unit} />
      </Fact>
      {entry.payout === null ? (
        <Fact name={t('right_pays')}>
          <Num value={entry.implied_payout} unit={unit} />
        </Fact>
      ) : (
        <Fact name={t(entry.outcome === 'paid' ? 'payout' : 'returned')}>
          <Num value={entry.payout} unit={unit} />
        </Fact>
      )}
      <Fact name={t('placed')}>{formatTime(entry.created_ms, locale)}</Fact>
      <Fact name={t(entry.settled_ms === null ? 'settles' : 'settled')}>
        {formatTime(entry.settled_ms ?? entry.settles_ms, locale)}
      </Fact>
    </List>
  );
}

function EntrySheet({ entry, onClose }: { readonly entry: Entry | null; readonly onClose: () => void }) {
  const t = useText(gamesText);
  return (
    <Sheet open={entry !== null} onClose={onClose} title={t('your_guess')}>
      {entry && (
        <div className="flex flex-col gap-3 px-5 pb-5">
          <div className="flex items-start justify-between gap-3">
            <p className="text-base wrap-anywhere" lang={localeOf(entry.lang)}>
              {unbroken(entry.question)}
            </p>
            <GameBadge of={entry} />
          </div>
          {entry.profit !== null && (
            <p className="text-center text-2xl font-semibold">
              <Num value={entry.profit} unit={entry.currency_name} signed intent="auto" />
            </p>
          )}
          {entry.outcome !== null && entry.outcome !== 'paid' && (
            <p className="text-center text-sm text-muted">{t(`outcome_${entry.outcome}`)}</p>
          )}
          <EntryFacts entry={entry} />
          {entry.receipt !== null && <ReceiptLink kind="games" subject={String(entry.id)} variant="wide" />}
          <LinkButton variant="plain" to="/pages/game/round" search={{ id: entry.round_id }}>
            {t('see_round')}
          </LinkButton>
        </div>
      )}
    </Sheet>
  );
}

/** Own entries; a tap opens one. `named`: with the question, where they belong to many rounds. */
export function Entries({
  entries,
  named = false,
}: {
  readonly entries: readonly Entry[];
  readonly named?: boolean;
}) {
  const t = useText(gamesText);
  const locale = useLocale();
  const [chosen, setChosen] = useState<number | null>(null);
  return (
    <>
      <List ground="card">
        {entries.map((entry) => (
          <ListRow
            key={entry.id}
            onClick={() => setChosen(entry.id)}
            title={entry.option_name}
            {...(named && { hint: <span lang={localeOf(entry.lang)}>{unbroken(entry.question)}</span> })}
            meta={
              stateOf(entry) === 'unsettled' ? t('state_unsettled') : formatTime(entry.created_ms, locale)
            }
            end={<EntryEnd entry={entry} />}
          />
        ))}
      </List>
      <EntrySheet entry={entries.find(({ id }) => id === chosen) ?? null} onClose={() => setChosen(null)} />
    </>
  );
}
