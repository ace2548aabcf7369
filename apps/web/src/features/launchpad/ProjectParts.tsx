import { onLine } from '../../lib/line.ts';
import { formatNumber } from '../../lib/format.ts';
import { useNow } from '../../lib/now.ts';
import { useLocale, useText } from '../../lib/text.ts';
import { Badge, CoinIcon } from '../../ui/index.ts';
import { timeLeft } from './application.ts';
import type { Project } from './application.ts';
import { launchpadText } from './text.ts';

/** Numbers from here on are shortened. */
const SHORT_FROM = 1_000;

/** Time until a moment, to the minute. */
export function TimeLeft({ until }: { readonly until: number }) {
  const t = useText(launchpadText);
  const { days, hours, minutes } = timeLeft(until, useNow());
  return (
    <span className="tnum">
      {days > 0 ? t('left_days', { days, hours }) : t('left_hours', { hours, minutes })}
    </span>
  );
}

/** The state of a project in words and colour. */
export function StatusBadge({ status }: Pick<Project, 'status'>) {
  const t = useText(launchpadText);
  const intents = { warmup: 'info', open: 'gold', ended: 'plain', listed: 'good', cancelled: 'bad' } as const;
  return <Badge intent={intents[status]}>{t(status)}</Badge>;
}

/** The logo of a project, or the drawn icon of its token. */
export function ProjectLogo({
  project,
  size,
}: {
  readonly project: { readonly logo: string | null; readonly currency_name: string };
  readonly size: number;
}) {
  if (project.logo === null) return <CoinIcon name={project.currency_name} size={size} />;
  return (
    <img
      src={onLine(project.logo)}
      alt=""
      width={size}
      height={size}
      className="shrink-0 rounded-full bg-raised object-cover"
      style={{ width: size, height: size }}
    />
  );
}

/** Title, token, kind and state. */
export function ProjectHead({ project, large }: { readonly project: Project; readonly large?: boolean }) {
  const t = useText(launchpadText);
  return (
    <div className="flex items-center gap-3">
      <ProjectLogo project={project} size={large ? 52 : 44} />
      <div className="min-w-0 flex-1">
        <div className="flex items-start justify-between gap-2">
          <h2 className="min-w-0 text-lg font-semibold text-balance wrap-anywhere">{project.title}</h2>
          <StatusBadge status={project.status} />
        </div>
        <p className="mt-0.5 flex flex-wrap items-center gap-1.5 text-sm text-muted">
          {project.currency_name}
          <Badge>{t(project.kind)}</Badge>
          {project.demo && <Badge intent="info">{t('demo')}</Badge>}
        </p>
      </div>
    </div>
  );
}

/** How much of the supply has been applied for, as a bar that is full from 100 % on. */
export function Progress({ project }: { readonly project: Project }) {
  const t = useText(launchpadText);
  const locale = useLocale();
  const number = (text: string): string =>
    formatNumber(text, { kind: Number(text) < SHORT_FROM ? 'full' : 'short' }, locale);
  const percent = Number(project.percentage);
  return (
    <div>
      <div
        role="progressbar"
        aria-label={t('applied_for')}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.min(100, percent)}
        aria-valuetext={`${project.percentage}%`}
        className="h-2 overflow-hidden rounded-full bg-raised"
      >
        <div className="h-full rounded-full bg-gold" style={{ width: `${Math.min(100, percent)}%` }} />
      </div>
      <p className="mt-1.5 flex flex-wrap justify-between gap-x-3 text-xs text-muted tnum">
        <span>
          {t('applied_of', { applied: number(project.total_sell), all: number(project.amount) })}{' '}
          {project.currency_name}
        </span>
        <span className={percent > 100 ? 'font-medium text-gold-ink' : ''}>
          {formatNumber(project.percentage, { kind: 'rate' }, locale)}
        </span>
      </p>
    </div>
  );
}
