import { localeOf } from '@karat/i18n';
import { useState } from 'react';
import { formatNumber } from '../../lib/format.ts';
import { useGet } from '../../lib/query.ts';
import { useLocale, useText } from '../../lib/text.ts';
import {
  AmountField,
  Button,
  Callout,
  Countdown,
  Empty,
  Fact,
  Form,
  FormError,
  Loaded,
  Num,
  Sheet,
  SkeletonForm,
} from '../../ui/index.ts';
import { EntryGate } from './EntryGate.tsx';
import { stateOf, unbroken } from './round.ts';
import type { Config, Round, RoundOption } from './round.ts';
import { quickStakes } from './stake.ts';
import type { StakeFigures } from './stake.ts';
import { gamesText } from './text.ts';
import { useStake } from './use-stake.ts';

interface Chosen {
  /** The round and option that a tap has chosen; null closes the sheet. */
  readonly round: Round | null;
  readonly option: RoundOption | null;
  readonly choose: (round: Pick<Round, 'id'>, no: number) => void;
  readonly close: () => void;
}

/** State of the sheet over a list of rounds, which may change while it is open. */
export function useChosen(rounds: readonly Round[]): Chosen {
  const [at, setAt] = useState<{ readonly id: number; readonly no: number } | null>(null);
  const round = rounds.find(({ id }) => id === at?.id) ?? null;
  return {
    round,
    option: round?.options.find(({ no }) => no === at?.no) ?? null,
    choose: ({ id }, no) => setAt({ id, no }),
    close: () => setAt(null),
  };
}

/** The whole consequence in numbers. */
function Consequence({ figures, round }: { readonly figures: StakeFigures; readonly round: Round }) {
  const t = useText(gamesText);
  const unit = round.currency_name;
  return (
    <dl className="flex flex-col gap-2 rounded-md bg-raised px-4 py-3 text-base">
      <Fact name={t('you_pay')}>
        <Num value={figures.stake} unit={unit} />
      </Fact>
      <Fact name={t('right_pays')} className="font-semibold">
        <Num value={figures.payout} unit={unit} flash className="text-up-ink" />
      </Fact>
      <Fact name={t('profit_now')}>
        <Num value={figures.profit} unit={unit} signed />
      </Fact>
      {figures.payoutOfAll !== null && (
        <Fact name={t('with_earlier')}>
          <Num value={figures.payoutOfAll} unit={unit} />
        </Fact>
      )}
      <Fact name={t('wrong_costs')}>
        <Num value={figures.stake} unit={unit} className="text-down-ink" />
      </Fact>
      <Fact name={t('available_after')}>
        <Num value={figures.availableAfter} unit={unit} />
      </Fact>
    </dl>
  );
}

function Rules({ figures, round }: { readonly figures: StakeFigures | undefined; readonly round: Round }) {
  const t = useText(gamesText);
  const locale = useLocale();
  const fee = formatNumber(round.fee_percent, { kind: 'full' }, locale);
  return (
    <>
      {figures?.profit.startsWith('-') && <Callout intent="wait">{t('pays_less')}</Callout>}
      <p className="text-xs text-muted">{t('stake_rules', { fee })}</p>
    </>
  );
}

interface FormProps {
  readonly round: Round;
  readonly option: RoundOption;
  readonly available: string | null;
  readonly onDone: () => void;
}

function StakeForm({ round, option, available, onDone }: FormProps) {
  const t = useText(gamesText);
  const locale = useLocale();
  const stake = useStake(round, option, available, onDone);
  const shown = (value: string): string => formatNumber(value, { kind: 'full' }, locale);
  const { currency_name: unit, stake_min: min, stake_max: max } = round;
  return (
    <Form className="gap-4 px-5 pb-5" onSubmit={stake.submit}>
      <AmountField
        label={t('stake')}
        value={stake.value}
        onValue={stake.onValue}
        unit={unit}
        error={stake.error}
        hint={t('between', { min: shown(min), max: shown(max), unit })}
        all={{ label: t('max'), take: () => stake.onValue(stake.max) }}
      />
      <div role="group" aria-label={t('quick_stakes')} className="grid grid-cols-4 gap-2">
        {quickStakes(round).map((text) => (
          <Button
            key={text}
            variant="plain"
            size="sm"
            className="min-w-0 px-1 tnum"
            onClick={() => stake.onValue(text)}
          >
            {shown(text)}
          </Button>
        ))}
      </div>
      {stake.figures && <Consequence figures={stake.figures} round={round} />}
      <Rules figures={stake.figures} round={round} />
      <FormError text={stake.refusal} />
      <Button type="submit" size="lg" wide busy={stake.isPending}>
        {stake.figures ? t('confirm_stake', { amount: shown(stake.figures.stake), unit }) : t('place_stake')}
      </Button>
    </Form>
  );
}

/** Question, option, and the time that is left. */
function Head({ round, option }: { readonly round: Round; readonly option: RoundOption }) {
  const t = useText(gamesText);
  const lang = localeOf(round.lang);
  return (
    <div className="px-5 pb-4">
      <p className="text-sm text-muted" lang={lang}>
        {unbroken(round.question)}
      </p>
      <p className="mt-1 flex flex-wrap items-baseline justify-between gap-x-3">
        <span className="text-xl font-semibold wrap-anywhere" lang={lang}>
          {option.name}
        </span>
        {stateOf(round) === 'guessing' && (
          <span className="text-sm text-gold-ink">
            {t('closes_in')} <Countdown untilMs={round.closes_ms} />
          </span>
        )}
      </p>
    </div>
  );
}

const availableIn = ({ currencies }: Config, { currency_id }: Round): string | null =>
  currencies.find(({ id }) => id === currency_id)?.available ?? null;

/** A stake on an option with everything that follows from it, live. */
export function StakeSheet({ round, option, close }: Chosen) {
  const t = useText(gamesText);
  const config = useGet('game/config', {});
  return (
    <Sheet open={round !== null && option !== null} onClose={close} title={t('your_guess')}>
      {round && option && (
        <>
          <Head round={round} option={option} />
          {stateOf(round) === 'guessing' ? (
            <Loaded query={config} skeleton={<SkeletonForm fields={2} />}>
              {(known) => (
                <EntryGate config={known}>
                  <StakeForm
                    key={`${round.id} ${option.no}`}
                    round={round}
                    option={option}
                    available={availableIn(known, round)}
                    onDone={close}
                  />
                </EntryGate>
              )}
            </Loaded>
          ) : (
            <Empty text={t('closed_meanwhile')} next="beside" className="pt-2!" />
          )}
        </>
      )}
    </Sheet>
  );
}
