import { Download } from 'lucide-react';
import { useState } from 'react';
import { download } from '../../lib/download.ts';
import { formatTime } from '../../lib/format.ts';
import { usePages } from '../../lib/query.ts';
import type { ReplyOf } from '../../lib/calls.ts';
import { useLocale, useText } from '../../lib/text.ts';
import { Button, LoadedPages, Num } from '../../ui/index.ts';
import { nftText } from './text.ts';

type Step = ReplyOf<'bind_box/getProvenance'>['data'][number];

function StepRow({ step }: { readonly step: Step }) {
  const t = useText(nftText);
  const locale = useLocale();
  return (
    <li className="relative border-s border-line ps-5 pb-5 last:border-transparent last:pb-0">
      <span className="absolute -start-[5px] top-1.5 size-2.5 rounded-full bg-gold" aria-hidden="true" />
      <p className="flex flex-wrap items-baseline justify-between gap-x-3 text-base">
        <span className="font-medium">{t(`cause_${step.cause}`)}</span>
        {step.price !== null && (
          <Num value={step.price} unit={step.currency_name ?? ''} className="font-semibold" />
        )}
      </p>
      <p className="text-sm text-muted">
        {step.from === null
          ? t('step_to', { to: step.to })
          : t('step_from_to', { from: step.from, to: step.to })}
      </p>
      <p className="text-xs text-muted">{formatTime(step.created_ms, locale)}</p>
      <code className="block text-xs break-all text-muted">{step.hash}</code>
    </li>
  );
}

/** The ownership of a work, newest step first, and its signed export. */
export function Provenance({ code }: { readonly code: string }) {
  const t = useText(nftText);
  const [busy, setBusy] = useState(false);
  const steps = usePages('get', 'bind_box/getProvenance', { code });
  const save = async (): Promise<void> => {
    setBusy(true);
    await download('bind_box/exportProvenance', { code });
    setBusy(false);
  };
  return (
    <>
      <p className="mb-3 text-sm text-muted">{t('provenance_text')}</p>
      <LoadedPages query={steps}>
        {(rows) => (
          <ol className="rounded-lg bg-surface p-4 ps-5">
            {rows.map((step) => (
              <StepRow key={step.step} step={step} />
            ))}
          </ol>
        )}
      </LoadedPages>
      <Button variant="plain" wide busy={busy} onClick={() => void save()}>
        <Download className="size-5" aria-hidden="true" />
        {t('export_provenance')}
      </Button>
    </>
  );
}
