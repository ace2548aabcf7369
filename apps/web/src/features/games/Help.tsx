import { useGet } from '../../lib/query.ts';
import { formatNumber } from '../../lib/format.ts';
import { useLocale, useText } from '../../lib/text.ts';
import { Badge, Card, CopyFact, Fact, LinkButton, Loaded, Num, Page } from '../../ui/index.ts';
import { HashCheck } from './Commitment.tsx';
import type { Config } from './round.ts';
import { gamesText } from './text.ts';

const QUESTIONS = ['pool', 'example', 'nobody', 'price', 'decided', 'proof', 'limits'] as const;

type ScheduleRow = Config['schedules'][number];

const HOUR_MINUTES = 60;

/** Time before the result, in hours where they are whole. */
function Before({ minutes }: { readonly minutes: number }) {
  const t = useText(gamesText);
  const isWhole = minutes % HOUR_MINUTES === 0;
  return isWhole
    ? t('hours_before', { count: minutes / HOUR_MINUTES })
    : t('minutes_before', { count: minutes });
}

/** A committed daily question: its terms do not change, and neither do those of the rounds that follow from it. */
function Schedule({ schedule }: { readonly schedule: ScheduleRow }) {
  const t = useText(gamesText);
  const locale = useLocale();
  const shown = (value: string): string => formatNumber(value, { kind: 'full' }, locale);
  const { currency_name: unit } = schedule;
  return (
    <Card className="pb-1">
      <div className="flex flex-col gap-3 p-4">
        <div className="flex items-center justify-between gap-3">
          <h3 className="text-lg font-semibold">
            {t('schedule_title', { symbol: schedule.symbol_name, time: schedule.time })}
          </h3>
          {!schedule.enabled && <Badge>{t('schedule_ended')}</Badge>}
        </div>
        <dl className="flex flex-col gap-2 text-base">
          <Fact name={t('level_step')}>
            <Num value={schedule.step} />
          </Fact>
          <Fact name={t('opens')}>
            <Before minutes={schedule.open_before} />
          </Fact>
          <Fact name={t('closes')}>
            <Before minutes={schedule.close_before} />
          </Fact>
          <Fact name={t('stake')}>
            {t('between', { min: shown(schedule.stake_min), max: shown(schedule.stake_max), unit })}
          </Fact>
          <Fact name={t('fee')}>{t('fee_of_pool', { fee: shown(schedule.fee_percent) })}</Fact>
        </dl>
        <HashCheck terms={schedule.terms} hash={schedule.hash} />
      </div>
      <CopyFact name={t('hash')} value={schedule.hash} />
    </Card>
  );
}

function Schedules({ schedules }: { readonly schedules: readonly ScheduleRow[] }) {
  const t = useText(gamesText);
  if (schedules.length === 0) return null;
  return (
    <section className="flex flex-col gap-3">
      <h2 className="px-1 text-lg font-semibold">{t('schedules')}</h2>
      <p className="-mt-2 px-1 text-sm text-muted">{t('schedules_text')}</p>
      {schedules.map((schedule) => (
        <Schedule key={schedule.id} schedule={schedule} />
      ))}
    </section>
  );
}

/** How rounds work, what can be lost, how they settle, and the committed schedules. */
export default function Help() {
  const t = useText(gamesText);
  return (
    <Page title={t('how')} back="/pages/game/game">
      <div className="grid gap-5 wide:grid-cols-2 wide:items-start wide:gap-8">
        <Loaded query={useGet('game/config', {})}>
          {({ dispute_hours: hours, schedules }) => (
            <>
              <div className="flex flex-col gap-3">
                {QUESTIONS.map((key) => (
                  <Card key={key} className="p-4">
                    <h2 className="text-lg font-semibold text-balance">{t(`q_${key}`)}</h2>
                    <p className="mt-2 text-base">
                      {key === 'decided' ? t('a_decided', { hours }) : t(`a_${key}`)}
                    </p>
                  </Card>
                ))}
                <LinkButton className="mt-3" to="/pages/game/game">
                  {t('see_rounds')}
                </LinkButton>
              </div>
              <Schedules schedules={schedules} />
            </>
          )}
        </Loaded>
      </div>
    </Page>
  );
}
