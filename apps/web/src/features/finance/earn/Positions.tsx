import { MINING_STATUS } from '@karat/contract';
import { useGet } from '../../../lib/query.ts';
import { useText } from '../../../lib/text.ts';
import { Link, Loaded } from '../../../ui/index.ts';
import { OrderLine } from './OrderRow.tsx';
import { earnText } from './text.ts';

const SHOWN = 3;

/** The newest own orders that run, with their next payment; nothing without one. */
export function Positions() {
  const t = useText(earnText);
  const orders = useGet('lh/deposit/order', { status: MINING_STATUS.open, limit: SHOWN });
  return (
    <Loaded query={orders} isEmpty={({ data }) => data.length === 0} empty={null}>
      {({ data, total }) => (
        <section aria-label={t('positions')}>
          <h2 className="mb-2 flex items-center justify-between px-1 text-sm text-muted">
            {t('positions')}
            <Link to="/pages/lockming/order" className="flex min-h-11 items-center text-gold-ink">
              {t('all_positions')} ({total})
            </Link>
          </h2>
          <ul className="divide-y divide-line overflow-hidden rounded-lg bg-surface">
            {data.map((order) => (
              <li key={order.id}>
                <OrderLine order={order} />
              </li>
            ))}
          </ul>
        </section>
      )}
    </Loaded>
  );
}
