import { Bell as BellIcon } from 'lucide-react';
import { shellText } from '../lib/shell-text.ts';
import { useText } from '../lib/text.ts';
import { useUnread } from '../lib/unread.ts';
import { LinkIcon } from './Link.tsx';

const SHOWN_MAX = 99;

/** Dot with the unread count; nothing for none. */
export function UnreadDot({ count }: { readonly count: number }) {
  const t = useText(shellText);
  if (count === 0) return null;
  return (
    <span className="inline-grid h-4.5 min-w-4.5 place-items-center rounded-full bg-bad-ink px-1 text-[11px] leading-none font-semibold text-bg tnum">
      <span aria-hidden="true">{count > SHOWN_MAX ? `${SHOWN_MAX}+` : count}</span>
      <span className="sr-only">{t('unread', { count })}</span>
    </span>
  );
}

/** Link to the message centre with the unread count. */
export function NotificationBell() {
  const t = useText(shellText);
  const unread = useUnread();
  const label = unread === 0 ? t('messages') : `${t('messages')}: ${t('unread', { count: unread })}`;
  return (
    <LinkIcon to="/pages/mailMessage/mailMessage" label={label} className="relative">
      <BellIcon aria-hidden="true" />
      <span className="absolute end-0.5 top-1">
        <UnreadDot count={unread} />
      </span>
    </LinkIcon>
  );
}
