import { useState } from 'react';
import type { AllReplies } from '../../lib/calls.ts';
import { formatNumber, formatTime } from '../../lib/format.ts';
import type { Path } from '../../lib/paths.ts';
import { useAction, useGet } from '../../lib/query.ts';
import { useRefusal } from '../../lib/server-errors.ts';
import { useLocale, useText } from '../../lib/text.ts';
import { FormError } from '../FormError.tsx';
import { AmountField } from '../AmountField.tsx';
import { Button } from '../Button.tsx';
import { Card } from '../Card.tsx';
import { Loaded } from '../Loaded.tsx';
import { Page } from '../Page.tsx';
import { riskText } from './text.ts';

type Limits = AllReplies['microtrade/limits'];
type Kind = 'daily_stake' | 'daily_loss';
const HOURS = [24, 168, 720] as const;
/** Stakes in USDT and USDC count alike, as USDT. */
const UNIT = 'USDT';
const OUTDATED = ['microtrade/limits', 'microtrade/record', 'game/config'] as const;

/** One daily limit: current, used, scheduled, and its form. */
function OneLimit({ kind, limits }: { readonly kind: Kind; readonly limits: Limits }) {
  const t = useText(riskText);
  const locale = useLocale();
  const [text, setText] = useState('');
  const { limit, next, next_ms: from, used } = limits[kind];
  const refusal = useRefusal();
  const set = useAction('microtrade/limit', {
    ...refusal.action,
    invalidates: OUTDATED,
    onDone: () => setText(''),
  });
  const shown = (value: string | null): string =>
    value === null ? t('no_limit') : `${formatNumber(value, { kind: 'full' }, locale)} ${UNIT}`;
  return (
    <Card className="flex flex-col gap-3 p-4">
      <div className="flex items-baseline justify-between gap-2">
        <h2 className="text-lg font-semibold">{t(kind)}</h2>
        <span className="text-lg tnum">{shown(limit)}</span>
      </div>
      <p className="text-sm text-muted">{t('used_today', { used: shown(used) })}</p>
      {from !== null && (
        <p className="text-sm text-gold-ink">
          {t('change_at', { time: formatTime(from, locale), limit: shown(next) })}
        </p>
      )}
      <div className="flex items-end gap-2">
        <AmountField
          label={t(kind)}
          hideLabel
          value={text}
          onValue={(entered) => {
            refusal.forget();
            setText(entered);
          }}
          placeholder="100"
          unit={UNIT}
          className="min-w-0 flex-1"
        />
        <Button
          size="lg"
          busy={set.isPending}
          disabled={text === ''}
          onClick={() => set.mutate({ kind, amount: text })}
        >
          {t('set_limit')}
        </Button>
      </div>
      <FormError text={refusal.text} />
      {limit !== null && (
        <Button variant="quiet" busy={set.isPending} onClick={() => set.mutate({ kind, amount: '' })}>
          {t('remove_limit')}
        </Button>
      )}
    </Card>
  );
}

/** Pauses options and games for a while. */
function Break({ limits }: { readonly limits: Limits }) {
  const t = useText(riskText);
  const locale = useLocale();
  const refusal = useRefusal();
  const pause = useAction('microtrade/cool_off', { ...refusal.action, invalidates: OUTDATED });
  const until = limits.cooling_until_ms;
  return (
    <Card className="flex flex-col gap-3 p-4">
      <h2 className="text-lg font-semibold">{t('pause')}</h2>
      <p className="text-sm text-muted">{t('pause_lead')}</p>
      {until !== null && (
        <p role="status" className="text-base font-semibold text-gold-ink">
          {t('paused_until', { time: formatTime(until, locale) })}
        </p>
      )}
      <div className="grid grid-cols-3 gap-2">
        {HOURS.map((hours) => (
          <Button
            key={hours}
            variant="plain"
            size="sm"
            busy={pause.isPending}
            onClick={() => pause.mutate({ hours })}
          >
            {t(`hours_${hours}`)}
          </Button>
        ))}
      </div>
      <FormError text={refusal.text} />
      {until !== null && (
        <Button variant="quiet" busy={pause.isPending} onClick={() => pause.mutate({ hours: 0 })}>
          {t('end_pause')}
        </Button>
      )}
    </Card>
  );
}

/** Limits that users set for themselves, for options and games together. `back` is the screen of the product. */
export function SelfLimits({ back }: { readonly back: Path }) {
  const t = useText(riskText);
  return (
    <Page title={t('limits')} back={back}>
      <Loaded query={useGet('microtrade/limits', {})}>
        {(limits) => (
          <div className="flex flex-col gap-3 py-2">
            <p className="text-sm text-muted">{t('limits_lead')}</p>
            <OneLimit kind="daily_stake" limits={limits} />
            <OneLimit kind="daily_loss" limits={limits} />
            <Break limits={limits} />
          </div>
        )}
      </Loaded>
    </Page>
  );
}
