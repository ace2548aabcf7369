import { CandlestickChart, ChartNoAxesColumn, House, Sprout, Wallet } from 'lucide-react';
import type { ComponentType } from 'react';
import type { Path } from '../lib/paths.ts';
import type { Tab } from '../lib/screen.ts';
import { shellText } from '../lib/shell-text.ts';
import { useText } from '../lib/text.ts';
import { cx } from '../ui/cx.ts';
import { Link } from '../ui/Link.tsx';
import { Logo } from '../ui/Logo.tsx';

const ITEMS: readonly {
  readonly tab: Tab;
  readonly to: Path;
  readonly Icon: ComponentType<{ className?: string }>;
}[] = [
  { tab: 'home', to: '/', Icon: House },
  { tab: 'market', to: '/pages/market/market', Icon: ChartNoAxesColumn },
  { tab: 'trade', to: '/pages/transaction/index', Icon: CandlestickChart },
  { tab: 'finance', to: '/pages/financial/index', Icon: Sprout },
  { tab: 'assets', to: '/pages/fund/assets', Icon: Wallet },
];

/** The five tabs at the foot of the phone column. */
export function TabBar({ active }: { readonly active: Tab }) {
  const t = useText(shellText);
  return (
    <nav
      aria-label={t('main_navigation')}
      className="stays pointer-events-none fixed bottom-0 left-1/2 z-30 flex h-(--bar) w-(--column) -translate-x-1/2 items-start bg-linear-to-t from-bg from-40% to-transparent px-3 pt-2 wide:hidden"
    >
      <ul className="pointer-events-auto flex h-[min(64px,calc(var(--bar)-16px))] w-full items-stretch rounded-lg border border-line bg-surface shadow-(--shadow)">
        {ITEMS.map(({ tab, to, Icon }) => (
          <li key={tab} className="flex min-w-0 flex-1">
            <Link
              to={to}
              replace={active !== 'home'}
              aria-current={tab === active ? 'page' : undefined}
              className={cx(
                'flex min-w-0 flex-1 flex-col items-center justify-center gap-0.5 text-xs',
                tab === active ? 'font-semibold text-gold-ink' : 'text-muted',
              )}
            >
              <span
                className={cx(
                  'grid h-7 w-12 place-items-center rounded-full transition-colors',
                  tab === active && 'bg-gold-soft',
                )}
              >
                <Icon className="size-5.5" aria-hidden="true" />
              </span>
              <span className="max-w-full truncate text-[length:min(0.75rem,3vw)]">{t(`tab_${tab}`)}</span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** The tabs at the side of a wide screen. */
export function Rail({ active }: { readonly active: Tab | undefined }) {
  const t = useText(shellText);
  return (
    <nav
      aria-label={t('main_navigation')}
      className="stays fixed inset-y-0 left-0 z-30 hidden w-(--rail) flex-col items-center gap-6 border-e border-line bg-surface py-5 wide:flex"
    >
      <Logo className="size-9" />
      <ul className="flex w-full flex-col gap-1 px-2">
        {ITEMS.map(({ tab, to, Icon }) => (
          <li key={tab}>
            <Link
              to={to}
              aria-current={tab === active ? 'page' : undefined}
              className={cx(
                'flex min-h-16 flex-col items-center justify-center gap-1 rounded-md text-center text-xs',
                tab === active ? 'bg-gold-soft font-semibold text-gold-ink' : 'text-muted hover:bg-raised',
              )}
            >
              <Icon className="size-5.5" aria-hidden="true" />
              <span className="max-w-full truncate text-[length:min(0.75rem,3vw)]">{t(`tab_${tab}`)}</span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
