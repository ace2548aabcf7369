import {
  ArrowDownToLine,
  ArrowLeftRight,
  ArrowUpFromLine,
  Banknote,
  BookOpenText,
  Building2,
  ChartCandlestick,
  Cloud,
  Coins,
  Download,
  Gamepad2,
  Gem,
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
import { cx, Loaded, Skeleton } from '../../ui/index.ts';
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
  subscription: Rocket,
  nft: Gem,
  borrowing: HandCoins,
  repayment: Undo2,
  coupons: Ticket,
  games: Gamepad2,
  chat_room: MessagesSquare,
  download: Download,
} as const satisfies Record<string, ComponentType>;

type Key = keyof typeof ICONS;
/** Leaves out tiles that this version does not know. */
const isKnown = <Tile extends { readonly key: string }>(tile: Tile): tile is Tile & { readonly key: Key } =>
  tile.key in ICONS;

const FIRST = 9;

/** Product tiles, ten at first; coming products are marked. */
export function Tiles() {
  const menu = useGet('menu', {}, { freshMs: Infinity });
  return (
    <Loaded query={menu} skeleton={<Skeleton className="h-46 rounded-lg" />}>
      {(tiles) => <Menu tiles={tiles.filter(isKnown)} />}
    </Loaded>
  );
}

type Known = ReplyOf<'menu'>[number] & { readonly key: Key };

function Menu({ tiles }: { readonly tiles: readonly Known[] }) {
  const t = useText(homeText);
  const [all, setAll] = useState(false);
  const shown = all ? tiles : tiles.slice(0, FIRST);
  return (
    <nav aria-label={t('services')} className="grid grid-cols-5 gap-y-2 rounded-lg bg-surface px-1 py-3">
      {shown.map(({ key, path, ready }) => (
        <Tile
          key={key}
          Icon={ICONS[key]}
          name={t(key)}
          hint={ready ? undefined : t('coming')}
          onTap={() => go.toAddress(path)}
        />
      ))}
      <Tile Icon={LayoutGrid} name={all ? t('fewer') : t('all_services')} onTap={() => setAll(!all)} />
    </nav>
  );
}

function Tile({
  Icon,
  name,
  hint,
  onTap,
}: {
  readonly Icon: ComponentType<{ className?: string }>;
  readonly name: string;
  /** Explains that the product is coming. */
  readonly hint?: string | undefined;
  readonly onTap: () => void;
}) {
  const quiet = hint !== undefined;
  return (
    <button
      type="button"
      onClick={onTap}
      aria-label={quiet ? `${name}, ${hint}` : name}
      className="flex min-h-18 min-w-0 flex-col items-center gap-1.5 px-0.5 active:opacity-70"
    >
      <span
        className={cx(
          'grid size-11 place-items-center rounded-md',
          quiet ? 'bg-raised text-muted' : 'bg-gold-soft text-gold-ink',
        )}
        aria-hidden="true"
      >
        <Icon className="size-5.5" />
      </span>
      <span
        className={cx(
          'line-clamp-2 w-full text-center text-xs hyphens-auto break-words',
          quiet && 'text-muted',
        )}
      >
        {name}
      </span>
    </button>
  );
}
