import { CircleCheck, CircleX } from 'lucide-react';
import type { RowOf } from '../../lib/calls.ts';
import { formatTime } from '../../lib/format.ts';
import { usePages } from '../../lib/query.ts';
import { useLocale, useText } from '../../lib/text.ts';
import { Badge, Empty, LoadedPages, Page, List } from '../../ui/index.ts';
import { securityText } from './text.ts';

function Row({ login }: { readonly login: RowOf<'user/logins'> }) {
  const t = useText(securityText);
  const locale = useLocale();
  const good = login.outcome === 'ok';
  const Sign = good ? CircleCheck : CircleX;
  return (
    <div className="flex min-h-16 items-center gap-3 px-4 py-2">
      <Sign className={`size-6 shrink-0 ${good ? 'text-good-ink' : 'text-bad-ink'}`} aria-hidden="true" />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 text-base font-medium">
          {t(`outcome_${login.outcome}`)}
          {login.way === 'passkey' && <Badge>{t('by_passkey')}</Badge>}
          {login.new_device && <Badge intent="gold">{t('new_device')}</Badge>}
        </p>
        <p className="text-xs text-muted tnum">
          {login.device} · {login.address}
        </p>
      </div>
      <time className="shrink-0 text-xs text-muted tnum">{formatTime(login.created_ms, locale)}</time>
    </div>
  );
}

/** Login attempts of the last months, failed ones included. */
export default function Logins() {
  const t = useText(securityText);
  const pages = usePages('get', 'user/logins', {});
  return (
    <Page title={t('history')} back="/pages/setting/security">
      <LoadedPages query={pages} empty={<Empty text={t('history_none')} next="back" />}>
        {(rows) => (
          <List as="div" ground="flush">
            {rows.map((login) => (
              <Row key={login.id} login={login} />
            ))}
          </List>
        )}
      </LoadedPages>
    </Page>
  );
}
