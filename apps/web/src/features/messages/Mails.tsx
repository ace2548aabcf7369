import type { ReplyOf } from '../../lib/calls.ts';
import { useAction, useGet } from '../../lib/query.ts';
import { useSession } from '../../lib/session.ts';
import { useText } from '../../lib/text.ts';
import { Badge, Cell, Loaded, Rows, Skeleton, Switch } from '../../ui/index.ts';
import { messagesText } from './text.ts';

type Preference = ReplyOf<'mailMessage/preferences'>[number];

function Group({ preference: { group, mail, fixed } }: { readonly preference: Preference }) {
  const t = useText(messagesText);
  const set = useAction('mailMessage/setPreference', {
    invalidates: ['mailMessage/preferences'],
    awaitRefetch: true,
  });
  const label = t(`group_${group}`);
  if (fixed) return <Cell label={label} value={<Badge intent="good">{t('mails_fixed')}</Badge>} />;
  // Optimistic; a refusal restores the previous state.
  const on = set.isPending ? set.variables.mail === 'true' : mail;
  return (
    <Switch
      label={label}
      on={on}
      onSwitch={(wanted) => set.mutate({ group, mail: wanted ? 'true' : 'false' })}
    />
  );
}

/** Chooses which groups of notifications are also mailed. */
export function Mails() {
  const t = useText(messagesText);
  const email = useSession((state) => state.user?.email);
  const preferences = useGet('mailMessage/preferences', {});
  return (
    <div>
      <Rows title={t('mails')}>
        <Loaded query={preferences} skeleton={<Skeleton className="h-40" />}>
          {(groups) => groups.map((each) => <Group key={each.group} preference={each} />)}
        </Loaded>
      </Rows>
      {email === null && <p className="mt-2 px-1 text-xs text-muted">{t('mails_unbound')}</p>}
    </div>
  );
}
