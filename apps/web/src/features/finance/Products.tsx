import { CalendarClock, HandCoins, Pickaxe, Rocket, Waypoints } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Path } from '../../lib/paths.ts';
import { useText } from '../../lib/text.ts';
import { Link } from '../../ui/index.ts';
import { financeText } from './text.ts';

interface Product {
  readonly key: 'earn' | 'dual' | 'subscription' | 'loan' | 'recurring';
  readonly to: Path;
  readonly icon: ReactNode;
}

const PRODUCTS: readonly Product[] = [
  { key: 'earn', to: '/pages/lockming/lockming', icon: <Pickaxe /> },
  { key: 'dual', to: '/pages/invest/invest', icon: <Waypoints /> },
  { key: 'subscription', to: '/pages/ieo/ieo', icon: <Rocket /> },
  { key: 'recurring', to: '/pages/recurring/recurring', icon: <CalendarClock /> },
  { key: 'loan', to: '/pages/common/borrowing', icon: <HandCoins /> },
];

/** Every product of the tab. */
export function Products() {
  const t = useText(financeText);
  return (
    <nav
      aria-label={t('products')}
      className="grid grid-cols-3 gap-y-2 rounded-lg bg-surface px-1 py-3 wide:grid-cols-5 wide:py-4"
    >
      {PRODUCTS.map(({ key, to, icon }) => (
        <Link
          key={key}
          to={to}
          className="flex min-h-18 min-w-0 flex-col items-center gap-1.5 px-0.5 text-center active:opacity-70"
        >
          <span
            className="grid size-11 place-items-center rounded-md bg-gold-soft text-gold-ink [&_svg]:size-5.5"
            aria-hidden="true"
          >
            {icon}
          </span>
          <span className="line-clamp-2 w-full text-xs break-words hyphens-auto">{t(key)}</span>
        </Link>
      ))}
    </nav>
  );
}
