import { BellPlus } from 'lucide-react';
import type { ReplyOf } from '../../lib/calls.ts';
import { useAction, useGet } from '../../lib/query.ts';
import { useSession } from '../../lib/session.ts';
import { useText } from '../../lib/text.ts';
import { Badge, Cell, LinkCell, Loaded, Page, Rows, Switch } from '../../ui/index.ts';
import { DevicePush } from './DevicePush.tsx';
import { messagesText } from './text.ts';

type Preference = ReplyOf<'mailMessage/preferences'>[number];

const WAYS = ['in_app', 'mail', 'push'] as const;
type Way = (typeof WAYS)[number];

/** One way of a group, or that it is always on. */
function WaySwitch({ preference, way }: { readonly preference: Preference; readonly way: Way }) {
  const t = useText(messagesText);
  const set = useAction('mailMessage/setPreference', {
    invalidates: ['mailMessage/preferences'],
    awaitRefetch: true,
  });
  const label = t(`way_${way}`);
  if (preference.fixed.includes(way))
    return <Cell label={label} value={<Badge intent="good">{t('always_on')}</Badge>} />;
  // Optimistic; a refusal restores the previous state.
  const on = set.isPending ? set.variables.on === 'true' : preference[way];
  return (
    <Switch
      label={label}
      on={on}
      onSwitch={(wanted) => set.mutate({ group: preference.group, way, on: wanted ? 'true' : 'false' })}
    />
  );
}

/** Which ways notifications of each group take, and whether this device receives pushes. */
export default function NotificationSettings() {
  const t = useText(messagesText);
  const email = useSession((state) => state.user?.email);
  const preferences = useGet('mailMessage/preferences', {});
  return (
    <Page title={t('settings')} back="/pages/mailMessage/mailMessage">
      <div className="flex flex-col gap-6">
        <DevicePush />
        <Loaded query={preferences}>
          {(groups) =>
            groups.map((preference) => (
              <Rows key={preference.group} title={t(`group_${preference.group}`)}>
                {WAYS.map((way) => (
                  <WaySwitch key={way} preference={preference} way={way} />
                ))}
                {preference.group === 'alerts' && (
                  <LinkCell to="/pages/market/alerts" icon={<BellPlus />} label={t('own_alerts')} />
                )}
              </Rows>
            ))
          }
        </Loaded>
        {email === null && <p className="px-1 text-xs text-muted">{t('mails_unbound')}</p>}
      </div>
    </Page>
  );
}
