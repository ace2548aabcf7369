import { BadgeCheck, Coins, Crown } from 'lucide-react';
import type { ReactNode } from 'react';
import { formatNumber } from '../../lib/format.ts';
import { useGet } from '../../lib/query.ts';
import { useSession } from '../../lib/session.ts';
import { useLocale, useText } from '../../lib/text.ts';
import { Callout, Card, LinkButton, List, ListRow, Loaded, Page, SkeletonForm } from '../../ui/index.ts';
import { ApplicationForm } from './ApplicationForm.tsx';
import type { Config } from './estimate.ts';
import { MyLoans } from './MyLoans.tsx';
import { loansText } from './text.ts';

function Lead({ config }: { readonly config: Config }) {
  const t = useText(loansText);
  const locale = useLocale();
  const written = (text: string): string => formatNumber(text, { kind: 'full' }, locale);
  return (
    <section className="rounded-lg bg-gold p-5 text-on-gold">
      <h2 className="text-xl font-semibold text-balance">{t('lead')}</h2>
      <p className="mt-1 text-sm">
        {t('lead_text', { min: written(config.min), max: written(config.max), leverage: config.leverage })}
      </p>
    </section>
  );
}

const Icon = ({ children }: { readonly children: ReactNode }) => (
  <span className="shrink-0 text-gold-ink [&_svg]:size-5.5" aria-hidden="true">
    {children}
  </span>
);

/** What a loan needs. */
function Needs({ config }: { readonly config: Config }) {
  const t = useText(loansText);
  return (
    <Card className="px-4 pt-4 settles">
      <h2 className="text-lg font-semibold">{t('need_title')}</h2>
      <List>
        <ListRow
          icon={
            <Icon>
              <Crown />
            </Icon>
          }
          title={t('need_vip', { level: config.vip_level })}
        />
        <ListRow
          icon={
            <Icon>
              <BadgeCheck />
            </Icon>
          }
          title={t('need_identity')}
        />
        <ListRow
          icon={
            <Icon>
              <Coins />
            </Icon>
          }
          title={t('need_collateral', { leverage: config.leverage })}
        />
      </List>
    </Card>
  );
}

/** Why the caller cannot apply now, with the next step. */
function Hindrances({ config }: { readonly config: Config }) {
  const t = useText(loansText);
  const { caller } = config;
  if (!caller || caller.hindrances.length === 0) return null;
  return (
    <>
      {caller.hindrances.map((hindrance) => (
        <Callout
          key={hindrance}
          intent={hindrance === 'application_open' ? 'info' : 'wait'}
          action={
            hindrance === 'identity' ? (
              <LinkButton variant="plain" size="sm" to="/pages/setting/real" className="mt-3">
                {t('verify')}
              </LinkButton>
            ) : undefined
          }
        >
          {t(`hindrance_${hindrance}`, { level: caller.vip_level, needed: config.vip_level })}
        </Callout>
      ))}
    </>
  );
}

function Content({ config }: { readonly config: Config }) {
  const loggedIn = useSession((state) => state.token !== null);
  return (
    <div className="flex flex-col gap-4 wide:side-by-side wide:gap-6">
      <div className="flex flex-col gap-4">
        <Lead config={config} />
        <Hindrances config={config} />
        {loggedIn && <MyLoans config={config} />}
        <Needs config={config} />
      </div>
      <ApplicationForm config={config} />
    </div>
  );
}

/** Loans: the own ones, what is needed, and the application with its calculator. */
export default function Borrowing() {
  const t = useText(loansText);
  const config = useGet('loan/config', {}, { everyMs: 15_000, keep: true });
  return (
    <Page title={t('title')} back="/pages/financial/index">
      <Loaded query={config} skeleton={<SkeletonForm fields={4} />}>
        {(shown) => <Content config={shown} />}
      </Loaded>
    </Page>
  );
}
