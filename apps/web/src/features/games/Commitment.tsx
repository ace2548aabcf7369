import { CircleCheck, CircleHelp, CircleX } from 'lucide-react';
import { useEffect, useState } from 'react';
import { formatNumber, formatTime } from '../../lib/format.ts';
import { useLocale, useText } from '../../lib/text.ts';
import { Card, CopyFact, Fact, IconButton, Num, Sheet } from '../../ui/index.ts';
import { sha256Of } from './commitment.ts';
import type { RoundDetail } from './round.ts';
import { gamesText } from './text.ts';

/** Whether the terms have the published hash, computed in this browser; nothing where it cannot. */
export function HashCheck({ terms, hash }: { readonly terms: string; readonly hash: string }) {
  const t = useText(gamesText);
  const [matches, setMatches] = useState<boolean | null>(null);
  useEffect(() => {
    let isCurrent = true;
    void sha256Of(terms).then((found) => {
      if (isCurrent) setMatches(found === undefined ? null : found === hash);
    });
    return () => {
      isCurrent = false;
    };
  }, [terms, hash]);
  if (matches === null) return null;
  return (
    <p
      role="status"
      className={
        matches
          ? 'flex items-center gap-2 text-sm text-good-ink'
          : 'flex items-center gap-2 text-sm text-bad-ink'
      }
    >
      {matches ? (
        <CircleCheck className="size-4 shrink-0" aria-hidden="true" />
      ) : (
        <CircleX className="size-4 shrink-0" aria-hidden="true" />
      )}
      {t(matches ? 'hash_matches' : 'hash_differs')}
    </p>
  );
}

/** What the hash proves, the committed text, and the check. */
function WhatIsThis({ round }: { readonly round: RoundDetail }) {
  const t = useText(gamesText);
  const locale = useLocale();
  return (
    <div className="flex flex-col gap-4 pb-5">
      <div className="flex flex-col gap-4 px-5">
        <p className="text-base text-muted">
          {t('hash_text', { time: formatTime(round.committed_ms, locale) })}
        </p>
        <HashCheck terms={round.terms} hash={round.hash} />
      </div>
      <div className="px-1">
        <CopyFact name={t('hash')} value={round.hash} />
        <CopyFact name={t('terms_text')} value={round.terms} />
      </div>
    </div>
  );
}

/** Everything that was fixed before the opening, with its hash. */
export function Commitment({ round }: { readonly round: RoundDetail }) {
  const t = useText(gamesText);
  const locale = useLocale();
  const [open, setOpen] = useState(false);
  const unit = round.currency_name;
  const shown = (value: string): string => formatNumber(value, { kind: 'full' }, locale);
  return (
    <section>
      <h3 className="mb-2 px-1 text-lg font-semibold">{t('terms')}</h3>
      <Card className="pb-1">
        <dl className="flex flex-col gap-2 p-4 text-base">
          <Fact name={t('opens')}>{formatTime(round.opens_ms, locale)}</Fact>
          <Fact name={t('closes')}>{formatTime(round.closes_ms, locale)}</Fact>
          <Fact name={t('settles')}>{formatTime(round.settles_ms, locale)}</Fact>
          <Fact name={t('stake')}>
            {t('between', { min: shown(round.stake_min), max: shown(round.stake_max), unit })}
          </Fact>
          <Fact name={t('user_limit')}>
            <Num value={round.user_max} unit={unit} />
          </Fact>
          <Fact name={t('fee')}>{t('fee_of_pool', { fee: shown(round.fee_percent) })}</Fact>
        </dl>
        <div className="border-t border-line px-4 py-3">
          <p className="text-xs text-muted">{t('source')}</p>
          <p className="text-base wrap-anywhere">{round.source}</p>
        </div>
        <div className="flex items-center border-t border-line pe-1">
          <CopyFact name={t('hash')} value={round.hash} className="min-w-0 flex-1" />
          <IconButton label={t('what_is_hash')} onClick={() => setOpen(true)} className="text-gold-ink">
            <CircleHelp />
          </IconButton>
        </div>
      </Card>
      <Sheet open={open} onClose={() => setOpen(false)} title={t('what_is_hash')}>
        <WhatIsThis round={round} />
      </Sheet>
    </section>
  );
}
