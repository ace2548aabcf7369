import { ArrowRight, CalendarClock, ChevronRight, HandCoins, Rocket, Waypoints } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Path } from '../../lib/paths.ts';
import { useSession } from '../../lib/session.ts';
import { useText } from '../../lib/text.ts';
import { Link, LinkButton, Page } from '../../ui/index.ts';
import { EarnTotals } from './earn/EarnTotals.tsx';
import { Offers } from './earn/Offers.tsx';
import { Positions } from './earn/Positions.tsx';
import { earnText } from './earn/text.ts';
import { financeText } from './text.ts';

interface Product {
  readonly key: 'recurring' | 'dual' | 'ieo' | 'loans';
  readonly to: Path;
  readonly icon: ReactNode;
}

const PRODUCTS: readonly Product[] = [
  { key: 'recurring', to: '/pages/recurring/recurring', icon: <CalendarClock /> },
  { key: 'dual', to: '/pages/invest/invest', icon: <Waypoints /> },
  { key: 'ieo', to: '/pages/ieo/ieo', icon: <Rocket /> },
  { key: 'loans', to: '/pages/common/borrowing', icon: <HandCoins /> },
];

/** Offers that the tab shows. */
const OFFERS_MAX = 4;

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

/** The best offers of Earn. */
function BestOffers() {
  const earn = useText(earnText);
  return (
    <section aria-label={earn('lead')}>
      <h2 className="mb-1 flex items-center justify-between px-1 text-lg font-semibold">
        {earn('lead')}
        <Link
          to="/pages/lockming/lockming"
          className="flex min-h-11 items-center text-sm font-normal text-gold-ink"
        >
          {earn('see_offers')}
        </Link>
      </h2>
      <Offers max={OFFERS_MAX} />
    </section>
  );
}

function Products() {
  const t = useText(financeText);
  return (
    <ul className="grid gap-3 wide:grid-cols-3">
      {PRODUCTS.map(({ key, to, icon }) => (
        <li key={key}>
          <Link to={to} className="flex h-full items-center gap-4 rounded-lg bg-surface p-4 active:bg-raised">
            <span
              className="grid size-12 shrink-0 place-items-center rounded-md bg-gold-soft text-gold-ink [&_svg]:size-6"
              aria-hidden="true"
            >
              {icon}
            </span>
            <span className="min-w-0 flex-1">
              <span className="block text-lg font-semibold">{t(`${key}_title`)}</span>
              <span className="mt-0.5 block text-sm text-muted">{t(`${key}_text`)}</span>
            </span>
            <ChevronRight className="size-5 shrink-0 text-muted" aria-hidden="true" />
          </Link>
        </li>
      ))}
    </ul>
  );
}

/** The Finance tab: own totals and positions, the best offers, every product. */
export default function Finance() {
  const t = useText(financeText);
  const loggedIn = useSession((state) => state.token !== null);
  return (
    <Page title={t('title')} back={false} className="gap-4">
      {loggedIn ? <EarnTotals /> : <Lead />}
      {loggedIn && <Positions />}
      <BestOffers />
      <Products />
      <LinkButton variant="plain" to="/pages/fund/fundTransfer">
        {t('convert')}
        <ArrowRight className="size-5 shrink-0" aria-hidden="true" />
      </LinkButton>
    </Page>
  );
}
