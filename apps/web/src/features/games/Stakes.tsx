import { useState } from 'react';
import { formatTime } from '../../lib/format.ts';
import { usePages } from '../../lib/query.ts';
import { useLocale, useText } from '../../lib/text.ts';
import { Badge, Button, Empty, List, ListRow, LoadedPages, Num, RowEnd, Sheet } from '../../ui/index.ts';
import type { Round } from './round.ts';
import { gamesText } from './text.ts';

const STAKES_READ = 50;

function StakeList({ round }: { readonly round: Round }) {
  const t = useText(gamesText);
  const locale = useLocale();
  const stakes = usePages('get', 'game/stakes', { id: round.id, limit: STAKES_READ });
  const nameOf = (no: number): string => round.options.find((option) => option.no === no)?.name ?? '';
  return (
    <LoadedPages query={stakes} empty={<Empty text={t('no_stakes_yet')} next="beside" />}>
      {(rows) => (
        <List>
          {rows.map((stake) => (
            <ListRow
              key={stake.id}
              title={
                <>
                  {nameOf(stake.option)} {stake.own && <Badge intent="gold">{t('you')}</Badge>}
                </>
              }
              hint={formatTime(stake.created_ms, locale)}
              end={
                <RowEnd hint="">
                  <Num value={stake.amount} unit={round.currency_name} />
                </RowEnd>
              }
            />
          ))}
        </List>
      )}
    </LoadedPages>
  );
}

/** All stakes without their owners: anyone can sum the pool. */
export function Stakes({ round }: { readonly round: Round }) {
  const t = useText(gamesText);
  const [open, setOpen] = useState(false);
  if (round.entries === 0) return null;
  return (
    <>
      <Button variant="plain" size="sm" onClick={() => setOpen(true)}>
        {t('all_stakes', { count: round.entries })}
      </Button>
      <Sheet open={open} onClose={() => setOpen(false)} title={t('stakes')}>
        <div className="px-5 pb-5">
          <p className="mb-2 text-sm text-muted">{t('stakes_text')}</p>
          <StakeList round={round} />
        </div>
      </Sheet>
    </>
  );
}
