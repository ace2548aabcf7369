import {
  ArrowDownToLine,
  ArrowLeftRight,
  ArrowUpFromLine,
  Banknote,
  BookOpenText,
  Building2,
  CalendarClock,
  ChartCandlestick,
  Cloud,
  Coins,
  Download,
  Gamepad2,
  Gem,
  Gift,
  HandCoins,
  Landmark,
  LayoutGrid,
  MessagesSquare,
  Pickaxe,
  Repeat,
  Rocket,
  Scale,
  Sprout,
  Ticket,
  Timer,
  Undo2,
  Users,
  Waypoints,
} from 'lucide-react';
import { useState } from 'react';
import type { ComponentType } from 'react';
import type { ReplyOf } from '../../lib/calls.ts';
import { go } from '../../lib/navigation.ts';
import { useGet } from '../../lib/query.ts';
import { useText } from '../../lib/text.ts';
import { Loaded, Skeleton } from '../../ui/index.ts';
import { homeText } from './text.ts';

const ICONS = {
  exchange: Repeat,
  transfer: ArrowLeftRight,
  stock: Building2,
  bills: BookOpenText,
  recharge: ArrowDownToLine,
  withdraw: ArrowUpFromLine,
  quick_buy: Coins,
  futures: ChartCandlestick,
  options: Timer,
  copy_trade: Users,
  financial: Landmark,
  margin: Scale,
  otc: Banknote,
  invest: Waypoints,
  mining: Pickaxe,
  defi_mining: Sprout,
  cloud_mining: Cloud,
  recurring: CalendarClock,
  subscription: Rocket,
  nft: Gem,
  borrowing: HandCoins,
  repayment: Undo2,
  coupons: Ticket,
  gifts: Gift,
  games: Gamepad2,
  chat_room: MessagesSquare,
  download: Download,
} as const satisfies Record<string, ComponentType>;

type Key = keyof typeof ICONS;
/** Leaves out tiles that this version does not know. */
const isKnown = <Tile extends { readonly key: string }>(tile: Tile): tile is Tile & { readonly key: Key } =>
  tile.key in ICONS;

/** Groups of the whole menu in their order. */
const GROUPS = ['money', 'trade', 'earn', 'more'] as const;
const GROUP_OF: Readonly<Record<Key, (typeof GROUPS)[number]>> = {
  recharge: 'money',
  withdraw: 'money',
  quick_buy: 'money',
  otc: 'money',
  transfer: 'money',
  exchange: 'money',
  bills: 'money',
  gifts: 'money',
  futures: 'trade',
  options: 'trade',
  stock: 'trade',
  margin: 'trade',
  copy_trade: 'trade',
  financial: 'earn',
  invest: 'earn',
  mining: 'earn',
  defi_mining: 'earn',
  cloud_mining: 'earn',
  recurring: 'earn',
  subscription: 'earn',
  borrowing: 'earn',
  repayment: 'earn',
  nft: 'more',
  coupons: 'more',
  games: 'more',
  chat_room: 'more',
  download: 'more',
};

const FIRST = 9;

/** Product tiles, nine at first, then all of them in groups. */
export function Tiles() {
  const menu = useGet('menu', {}, { freshMs: Infinity });
  return (
    <Loaded query={menu} skeleton={<Skeleton className="h-49 rounded-lg" />}>
      {(tiles) => <Menu tiles={tiles.filter(isKnown)} />}
    </Loaded>
  );
}

type Known = ReplyOf<'menu'>[number] & { readonly key: Key };

const GRID = 'grid grid-cols-5 gap-y-2';

function Menu({ tiles }: { readonly tiles: readonly Known[] }) {
  const t = useText(homeText);
  const [all, setAll] = useState(false);
  const tileOf = ({ key, path }: Known) => (
    <Tile key={key} Icon={ICONS[key]} name={t(key)} onTap={() => go.toAddress(path)} />
  );
  return (
    <nav aria-label={t('services')} className="rounded-lg bg-surface px-1 py-3">
      {all ? (
        GROUPS.map((group) => (
          <section key={group} aria-label={t(`group_${group}`)} className="mb-3">
            <h2 className="mb-1 px-3 text-xs text-muted">{t(`group_${group}`)}</h2>
            <div className={GRID}>
              {tiles.filter(({ key }) => GROUP_OF[key] === group).map(tileOf)}
              {group === 'more' && <Tile Icon={LayoutGrid} name={t('fewer')} onTap={() => setAll(false)} />}
            </div>
          </section>
        ))
      ) : (
        <div className={GRID}>
          {tiles.slice(0, FIRST).map(tileOf)}
          <Tile Icon={LayoutGrid} name={t('all_services')} onTap={() => setAll(true)} />
        </div>
      )}
    </nav>
  );
}

interface TileProps {
  readonly Icon: ComponentType<{ className?: string }>;
  readonly name: string;
  readonly onTap: () => void;
}

const Tile = ({ Icon, name, onTap }: TileProps) => (
  <button
    type="button"
    onClick={onTap}
    className="flex min-h-18 min-w-0 flex-col items-center gap-1.5 px-0.5 active:opacity-70"
  >
    <span
      className="grid size-11 place-items-center rounded-md bg-gold-soft text-gold-ink"
      aria-hidden="true"
    >
      <Icon className="size-5.5" />
    </span>
    <span className="line-clamp-2 min-h-8 w-full text-center text-xs break-words hyphens-auto max-[340px]:text-[0.65rem]">
      {name}
    </span>
  </button>
);
