import { BadgeCheck, CandlestickChart, ChartNoAxesColumn, Wallet } from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import { useState } from 'react';
import { useText } from '../../lib/text.ts';
import { Button, Sheet } from '../../ui/index.ts';
import { homeText } from './text.ts';

const STOPS = ['market', 'trade', 'assets', 'proofs'] as const;
const ICONS: Readonly<Record<(typeof STOPS)[number], LucideIcon>> = {
  market: ChartNoAxesColumn,
  trade: CandlestickChart,
  assets: Wallet,
  proofs: BadgeCheck,
};

/** A short tour of the app in a sheet; it can be skipped at each step. */
export function Tour({ onClose }: { readonly onClose: () => void }) {
  const t = useText(homeText);
  const [at, setAt] = useState(0);
  const stop = STOPS[at] ?? 'market';
  const Icon = ICONS[stop];
  const last = at === STOPS.length - 1;
  return (
    <Sheet open title={t(`tour_${stop}`)} onClose={onClose}>
      <div className="flex flex-col items-center gap-4 px-5 pb-5 text-center">
        <span
          className="grid size-20 place-items-center rounded-full bg-gold-soft text-gold-ink"
          aria-hidden="true"
        >
          <Icon className="size-9" />
        </span>
        <p className="min-h-16 text-base" aria-live="polite">
          {t(`tour_${stop}_text`)}
        </p>
        <p className="text-xs text-muted">{t('tour_step', { step: at + 1, all: STOPS.length })}</p>
        <div className="flex w-full gap-3">
          {!last && (
            <Button wide variant="plain" onClick={onClose}>
              {t('tour_skip')}
            </Button>
          )}
          <Button wide onClick={() => (last ? onClose() : setAt(at + 1))}>
            {t(last ? 'got_it' : 'tour_next')}
          </Button>
        </div>
      </div>
    </Sheet>
  );
}
