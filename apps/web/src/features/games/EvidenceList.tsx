import { ExternalLink } from 'lucide-react';
import { onLine } from '../../lib/line.ts';
import { formatTime } from '../../lib/format.ts';
import { useLocale, useText } from '../../lib/text.ts';
import { Badge, CopyFact } from '../../ui/index.ts';
import type { Evidence, RoundDetail } from './round.ts';
import { gamesText } from './text.ts';

function hostOf(link: string): string {
  try {
    return new URL(link).host;
  } catch {
    return link;
  }
}

function OneAnswer({ round, evidence }: { readonly round: RoundDetail; readonly evidence: Evidence }) {
  const t = useText(gamesText);
  const locale = useLocale();
  const name = round.options.find(({ no }) => no === evidence.option)?.name ?? '';
  return (
    <li className="rounded-lg bg-surface pb-1">
      <div className="flex flex-col gap-3 p-4 pb-2">
        <div className="flex flex-wrap items-center justify-between gap-2">
          <h4 className="text-lg font-semibold wrap-anywhere">{name}</h4>
          {evidence.withdrawn && <Badge intent="bad">{t('withdrawn')}</Badge>}
        </div>
        <p className="text-base whitespace-pre-line wrap-anywhere">{evidence.note}</p>
        <a
          href={evidence.link}
          target="_blank"
          rel="noopener noreferrer"
          className="inline-flex min-h-11 items-center gap-2 self-start text-sm font-medium text-gold-ink underline underline-offset-2"
        >
          <ExternalLink className="size-4 shrink-0" aria-hidden="true" />
          {t('open_source', { host: hostOf(evidence.link) })}
        </a>
        <a href={onLine(evidence.file)} target="_blank" rel="noopener noreferrer" className="block">
          <img
            src={onLine(evidence.file)}
            alt={t('evidence_picture', { answer: name })}
            loading="lazy"
            decoding="async"
            className="max-h-80 w-full rounded-md bg-raised object-contain"
          />
        </a>
        <p className="text-xs text-muted">
          {t('two_operators', { time: formatTime(evidence.decided_ms, locale) })}
        </p>
      </div>
      <CopyFact name={t('picture_hash')} value={evidence.sha256} />
    </li>
  );
}

/** Answers of operators with link, picture and note, newest first; nothing before the first. */
export function EvidenceList({ round }: { readonly round: RoundDetail }) {
  const t = useText(gamesText);
  if (round.evidence.length === 0) return null;
  return (
    <section>
      <h3 className="mb-2 px-1 text-lg font-semibold">{t('evidence')}</h3>
      <ul className="flex flex-col gap-3">
        {round.evidence.map((evidence) => (
          <OneAnswer key={evidence.decided_ms} round={round} evidence={evidence} />
        ))}
      </ul>
    </section>
  );
}
