import { Ban, ListChecks, PauseCircle } from 'lucide-react';
import type { ReactNode } from 'react';
import { formatTime } from '../../lib/format.ts';
import { withLogin } from '../../lib/navigation.ts';
import { useSecond } from '../../lib/second.ts';
import { shellText } from '../../lib/shell-text.ts';
import { useLocale, useText } from '../../lib/text.ts';
import { Button, LinkButton } from '../../ui/index.ts';
import { riskText } from '../../ui/risk/index.ts';
import type { Config } from './round.ts';
import { gamesText } from './text.ts';

function Step({
  icon,
  text,
  action,
}: {
  readonly icon: ReactNode;
  readonly text: string;
  readonly action?: ReactNode;
}) {
  return (
    <div className="flex flex-col items-center gap-4 px-5 pt-2 pb-6 text-center">
      <span
        className="grid size-14 place-items-center rounded-full bg-raised text-gold-ink [&_svg]:size-6"
        aria-hidden="true"
      >
        {icon}
      </span>
      <p className="text-base text-muted">{text}</p>
      {action}
    </div>
  );
}

/** What stands between a user and a stake; `children` where nothing does. */
export function EntryGate({ config, children }: { readonly config: Config; readonly children: ReactNode }) {
  const t = useText(gamesText);
  const risk = useText(riskText);
  const shell = useText(shellText);
  const locale = useLocale();
  const now = useSecond();
  const { caller } = config;
  if (caller === null)
    return (
      <Step
        icon={<ListChecks />}
        text={t('login_stake')}
        action={
          <Button size="lg" wide onClick={() => withLogin(() => undefined)}>
            {shell('login')}
          </Button>
        }
      />
    );
  if (!caller.quiz_passed)
    return (
      <Step
        icon={<ListChecks />}
        text={t('quiz_first')}
        action={
          <LinkButton size="lg" wide to="/pages/game/quiz">
            {risk('take_quiz')}
          </LinkButton>
        }
      />
    );
  if (!caller.region_allowed) return <Step icon={<Ban />} text={t('region_off')} />;
  const until = caller.limits.cooling_until_ms;
  if (until !== null && until > now)
    return (
      <Step
        icon={<PauseCircle />}
        text={risk('paused_until', { time: formatTime(until, locale) })}
        action={
          <LinkButton variant="plain" to="/pages/game/limits">
            {risk('limits')}
          </LinkButton>
        }
      />
    );
  return children;
}
