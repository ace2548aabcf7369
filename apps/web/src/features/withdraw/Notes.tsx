import { Hourglass, LockKeyhole } from 'lucide-react';
import type { AllReplies } from '../../lib/calls.ts';
import { formatTime } from '../../lib/format.ts';
import { useLocale, useText } from '../../lib/text.ts';
import { Link, Callout } from '../../ui/index.ts';
import { withdrawText } from './text.ts';

/** Notes before the form: verification, delays, unavailable networks. */
export function Notes({ info }: { readonly info: AllReplies['wallet/get_info'] }) {
  const t = useText(withdrawText);
  const locale = useLocale();
  const route = info.routes.find(({ network }) => network === info.network);
  return (
    <>
      {info.limit.level === 0 && (
        <Callout
          intent="wait"
          action={
            <Link
              to="/pages/setting/real"
              className="-mb-2 flex min-h-11 w-fit min-w-11 items-center font-semibold underline underline-offset-4"
            >
              {t('verify')}
            </Link>
          }
        >
          {t('not_verified')}
        </Callout>
      )}
      {info.held_until_ms !== null && (
        <Callout intent="wait" icon={<Hourglass />}>
          {t('held_until', { time: formatTime(info.held_until_ms, locale) })}
        </Callout>
      )}
      {info.protected_until_ms !== null && (
        <Callout intent="wait" icon={<LockKeyhole />}>
          {t('protected_until', { time: formatTime(info.protected_until_ms, locale) })}
        </Callout>
      )}
      {route?.halted === true && <Callout intent="wait">{t('halted')}</Callout>}
      {route?.connected === false && <Callout>{t('not_connected')}</Callout>}
    </>
  );
}
