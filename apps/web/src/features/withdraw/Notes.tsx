import type { ReactNode } from 'react';
import type { AllReplies } from '../../lib/calls.ts';
import { formatTime } from '../../lib/format.ts';
import { useLocale, useText } from '../../lib/text.ts';
import { Go } from '../../ui/index.ts';
import { withdrawText } from './text.ts';

const Note = ({ children }: { readonly children: ReactNode }) => (
  <p className="rounded-md bg-info-soft p-3 text-sm text-info-ink">{children}</p>
);

/** What a person should know before they ask: verification, waiting times, networks that are not there. */
export function Notes({ info }: { readonly info: AllReplies['wallet/get_info'] }) {
  const t = useText(withdrawText);
  const locale = useLocale();
  const route = info.routes.find(({ network }) => network === info.network);
  return (
    <>
      {info.limit.level === 0 && (
        <Note>
          {t('not_verified')}{' '}
          <Go to="/pages/setting/real" className="font-semibold underline">
            {t('verify')}
          </Go>
        </Note>
      )}
      {info.held_until_ms !== null && (
        <Note>{t('held_until', { time: formatTime(info.held_until_ms, locale) })}</Note>
      )}
      {route?.halted === true && <Note>{t('halted')}</Note>}
      {route?.connected === false && <Note>{t('not_connected')}</Note>}
    </>
  );
}
