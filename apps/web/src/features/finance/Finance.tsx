import { ArrowRight } from 'lucide-react';
import { useSession } from '../../lib/session.ts';
import { useText } from '../../lib/text.ts';
import { LinkButton, Page } from '../../ui/index.ts';
import { BestOffers } from './BestOffers.tsx';
import { OwnPositions, OwnTotals } from './Overview.tsx';
import { Products } from './Products.tsx';
import { financeText } from './text.ts';

/** Illustration of the tab: rising golden steps. */
const Steps = () => (
  <svg viewBox="0 0 120 72" className="h-18 w-30 shrink-0" aria-hidden="true">
    {[0, 1, 2, 3].map((step) => (
      <rect
        key={step}
        x={6 + step * 29}
        y={56 - step * 16}
        width="21"
        height={16 + step * 16}
        rx="5"
        fill="currentColor"
        opacity={0.35 + step * 0.2}
      />
    ))}
    <path
      d="M8 44 102 2m0 0-14 1m14-1-8 11"
      fill="none"
      stroke="currentColor"
      strokeWidth="2.5"
      strokeLinecap="round"
      strokeLinejoin="round"
    />
  </svg>
);

/** What the tab promises, for visitors. */
function Lead() {
  const t = useText(financeText);
  return (
    <section className="flex items-center justify-between gap-4 rounded-lg bg-gold p-5 text-on-gold">
      <div className="min-w-0">
        <h2 className="text-xl font-semibold text-balance">{t('lead')}</h2>
        <p className="mt-1 text-sm">{t('lead_text')}</p>
      </div>
      <Steps />
    </section>
  );
}

/** The Finance tab: what is invested and comes next, every product, the best offers. */
export default function Finance() {
  const t = useText(financeText);
  const loggedIn = useSession((state) => state.token !== null);
  return (
    <Page title={t('title')} back={false} className="gap-4">
      <div className={loggedIn ? 'flex flex-col gap-4 wide:side-by-side' : undefined}>
        <div className="flex flex-col gap-4">
          {loggedIn ? <OwnTotals /> : <Lead />}
          <Products />
        </div>
        {loggedIn && <OwnPositions />}
      </div>
      <BestOffers />
      <LinkButton variant="plain" to="/pages/fund/fundTransfer" className="settles">
        {t('convert')}
        <ArrowRight className="size-5 shrink-0" aria-hidden="true" />
      </LinkButton>
    </Page>
  );
}
