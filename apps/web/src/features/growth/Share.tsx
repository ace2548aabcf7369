import { ScrollText } from 'lucide-react';
import { useState } from 'react';
import type { AllReplies } from '../../lib/calls.ts';
import { useGet, usePost } from '../../lib/query.ts';
import { useText } from '../../lib/text.ts';
import { Card, Figure, LinkCell, Loaded, Num, Page, Rows, Skeleton, Tabs } from '../../ui/index.ts';
import { InviteCard } from './InviteCard.tsx';
import { Friends, Rebates } from './Invited.tsx';
import { growthText } from './text.ts';

type Summary = AllReplies['invite/summary'];

const REBATE_RULES = 23;

/** What the invitations have earned. */
function Earned({ summary }: { readonly summary: Summary }) {
  const t = useText(growthText);
  return (
    <Card className="p-4">
      <dl className="grid grid-cols-2 gap-4 text-lg font-medium">
        <Figure name={t('earned')}>
          <Num value={summary.total} form="fixed" unit="USDT" />
        </Figure>
        <Figure name={t('friends')}>
          <Num value={String(summary.invited)} />
        </Figure>
        {summary.pending.length > 0 && (
          <Figure name={t('pending')} className="col-span-2">
            {summary.pending.map(({ currency_name: code, amount }) => (
              <Num key={code} value={amount} unit={code} className="block text-base" />
            ))}
          </Figure>
        )}
      </dl>
      <p className="mt-3 border-t border-line pt-3 text-sm text-muted">
        {t('share_how', { minutes: Math.max(1, Math.round(summary.period_seconds / 60)) })}
      </p>
    </Card>
  );
}

/** Link to the rules, where editors have published them. */
function RulesLink() {
  const t = useText(growthText);
  const rules = usePost('news/list', { c_id: REBATE_RULES, limit: 1 });
  const article = rules.data?.data[0];
  if (!article) return null;
  return (
    <Rows>
      <LinkCell
        to="/pages/common/article"
        search={{ id: article.id }}
        icon={<ScrollText />}
        label={t('rules_link')}
      />
    </Rows>
  );
}

/** Invitations: the card with code and link, what they have earned, friends and rebates. */
export default function Share() {
  const t = useText(growthText);
  const summary = useGet('invite/summary', {});
  const [tab, setTab] = useState<'friends' | 'rebates'>('friends');
  return (
    <Page title={t('invite')} back="/pages/setting/setting">
      <Loaded query={summary} skeleton={<Skeleton className="h-96" />}>
        {(own) => (
          <div className="flex flex-col gap-5">
            <InviteCard code={own.extension_code} share={own.share} />
            <Earned summary={own} />
            <RulesLink />
            <Tabs
              label={t('invite')}
              value={tab}
              onChange={setTab}
              items={[
                { id: 'friends', label: t('friends') },
                { id: 'rebates', label: t('rebates') },
              ]}
            />
            {tab === 'friends' ? <Friends /> : <Rebates />}
          </div>
        )}
      </Loaded>
    </Page>
  );
}
