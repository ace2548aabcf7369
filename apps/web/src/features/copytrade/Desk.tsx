import { Users } from 'lucide-react';
import { useState } from 'react';
import type { ReplyOf } from '../../lib/calls.ts';
import { useAction, useGet, usePages } from '../../lib/query.ts';
import { useRefusal } from '../../lib/server-errors.ts';
import { useText } from '../../lib/text.ts';
import { toast } from '../../lib/toast.ts';
import {
  Badge,
  Button,
  Card,
  Empty,
  Form,
  List,
  ListRow,
  Loaded,
  LoadedPages,
  Num,
  Page,
  RowEnd,
  FormError,
} from '../../ui/index.ts';
import { Figures } from './Figures.tsx';
import { copytradeText } from './text.ts';
import { TraderSettings } from './TraderSettings.tsx';

const ABOUT_MIN = 10;
const ABOUT_MAX = 300;
type Application = NonNullable<ReplyOf<'follow/application'>>;

/** Application to become a trader. */
function Apply({ rejected }: { readonly rejected: Application | null }) {
  const t = useText(copytradeText);
  const [about, setAbout] = useState(rejected?.about ?? '');
  const refusal = useRefusal();
  const apply = useAction('follow/apply', {
    ...refusal.action,
    invalidates: ['follow/application'],
    onDone: () => toast(t('applied')),
  });
  const ready = about.trim().length >= ABOUT_MIN;
  return (
    <Form className="gap-4" onSubmit={() => ready && apply.mutate({ about })}>
      {rejected && (
        <p className="rounded-md bg-bad-soft px-3 py-2 text-sm text-bad-ink">
          {t('rejected', { reason: rejected.reason ?? '' })}
        </p>
      )}
      <p className="text-base text-muted">{t('become_hint')}</p>
      <label className="block">
        <span className="mb-2 block text-sm text-muted">{t('about')}</span>
        <textarea
          value={about}
          onChange={(event) => {
            refusal.forget();
            setAbout(event.target.value);
          }}
          rows={5}
          maxLength={ABOUT_MAX}
          className="w-full rounded-md border border-line bg-surface p-4 text-base outline-none focus:border-gold-ink"
        />
        <span className="text-xs text-muted">{t('about_hint', { min: ABOUT_MIN, max: ABOUT_MAX })}</span>
      </label>
      <FormError text={refusal.text} />
      <Button type="submit" disabled={!ready} busy={apply.isPending}>
        {t('apply')}
      </Button>
    </Form>
  );
}

/** A trader's own figures and followers. */
function Own() {
  const t = useText(copytradeText);
  const me = useGet('user/info', {});
  return <Loaded query={me}>{({ id }) => <OwnFigures id={id} label={t('followers')} />}</Loaded>;
}

function OwnFigures({ id, label }: { readonly id: number; readonly label: string }) {
  const t = useText(copytradeText);
  const trader = useGet('follow/traderDetail', { trader_user_id: id });
  const followers = usePages('get', 'follow/followers', {});
  return (
    <>
      <Loaded query={trader}>
        {(shown) => (
          <>
            <Card className="p-4">
              <Figures trader={shown} />
            </Card>
            <TraderSettings trader={shown} />
          </>
        )}
      </Loaded>
      <h2 className="mt-4 mb-2 px-1 text-sm text-muted">{label}</h2>
      <LoadedPages query={followers} empty={<Empty icon={<Users />} text={t('no_followers')} next="trade" />}>
        {(rows) => (
          <List ground="card">
            {rows.map((row) => (
              <ListRow
                key={`${row.nickname}${row.since_ms}`}
                title={row.nickname}
                hint={
                  <>
                    {t('margin')} <Num value={row.margin} form="cost" decimals={2} unit="USDT" />
                  </>
                }
                end={
                  <RowEnd
                    hint={
                      <>
                        {t('shared')} <Num value={row.shared} form="fixed" decimals={2} unit="USDT" />
                      </>
                    }
                  >
                    <Num value={row.profit} form="result" decimals={2} signed intent="auto" unit="USDT" />
                  </RowEnd>
                }
              />
            ))}
          </List>
        )}
      </LoadedPages>
    </>
  );
}

function State({ application }: { readonly application: Application | null }) {
  const t = useText(copytradeText);
  switch (application?.state) {
    case undefined:
    case 'rejected':
      return <Apply rejected={application} />;
    case 'applied':
      return (
        <Card className="p-4">
          <Badge intent="gold">{t('applied')}</Badge>
          <p className="mt-3 text-base">{application?.about}</p>
        </Card>
      );
    case 'suspended':
      return (
        <p className="rounded-md bg-bad-soft px-3 py-2 text-sm text-bad-ink">
          {t('suspended', { reason: application?.reason ?? '' })}
        </p>
      );
    case 'accepted':
      return <Own />;
  }
}

/** Application of a trader, or the trader's own view. */
export default function Desk() {
  const t = useText(copytradeText);
  const application = useGet('follow/application', {});
  return (
    <Page title={t('desk')} back="/pages/copytrade/copy">
      <Loaded query={application} isEmpty={() => false}>
        {(state) => <State application={state} />}
      </Loaded>
    </Page>
  );
}
