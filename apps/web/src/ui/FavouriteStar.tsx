import { Star } from 'lucide-react';
import { useFavourites } from '../lib/favourites.ts';
import type { Quotation } from '../lib/markets.ts';
import { shellText } from '../lib/shell-text.ts';
import { useText } from '../lib/text.ts';
import { cx } from './cx.ts';

/** Toggle of a favourite market; asks visitors to log in. */
export function FavouriteStar({
  market,
  className,
}: {
  readonly market: Quotation;
  readonly className?: string;
}) {
  const t = useText(shellText);
  const favourites = useFavourites();
  const on = favourites.has(market.currency_id);
  const name = market.currency_name;
  return (
    <button
      type="button"
      aria-pressed={on}
      aria-label={on ? t('remove_favourite', { name }) : t('add_favourite', { name })}
      onClick={() => favourites.toggle(market.currency_id)}
      className={cx('grid size-11 shrink-0 place-items-center rounded-full active:bg-raised', className)}
    >
      <Star className={cx('size-5', on ? 'fill-gold text-gold-ink' : 'text-muted')} />
    </button>
  );
}
