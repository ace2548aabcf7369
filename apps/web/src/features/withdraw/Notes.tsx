import { Hourglass, LockKeyhole } from 'lucide-react';
import type { AllReplies } from '../../lib/calls.ts';
import { formatTime } from '../../lib/format.ts';
import { useLocale, useText } from '../../lib/text.ts';
import { Go, Note } from '../../ui/index.ts';
import { withdrawText } from './text.ts';

/** What a person should know before they ask: verification, waiting times, networks that are not there. */
export function Notes({ info }: { readonly info: AllReplies['wallet/get_info'] }) {
  const t = useText(withdrawText);
  const locale = useLocale();
  const route = info.routes.find(({ network }) => network === info.network);
  return (
    <>
      {info.limit.level === 0 && (
        <Note
          tone="wait"
          action={
            <Go
              to="/pages/setting/real"
              className="-mb-2 flex min-h-11 w-fit min-w-11 items-center font-semibold underline underline-offset-4"
            >
              {t('verify')}
            </Go>
          }
        >
          {t('not_verified')}
        </Note>
      )}
      {info.held_until_ms !== null && (
        <Note tone="wait" icon={<Hourglass />}>
          {t('held_until', { time: formatTime(info.held_until_ms, locale) })}
        </Note>
      )}
      {info.protected_until_ms !== null && (
        <Note tone="wait" icon={<LockKeyhole />}>
          {t('protected_until', { time: formatTime(info.protected_until_ms, locale) })}
        </Note>
      )}
      {route?.halted === true && <Note tone="wait">{t('halted')}</Note>}
      {route?.connected === false && <Note>{t('not_connected')}</Note>}
    </>
  );
}
