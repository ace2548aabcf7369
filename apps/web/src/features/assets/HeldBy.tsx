import type { HeldReason } from '@karat/contract';
import { ChevronRight } from 'lucide-react';
import type { Path } from '../../lib/paths.ts';
import { usePost } from '../../lib/query.ts';
import { useText } from '../../lib/text.ts';
import { Link, Loaded, Num, Skeleton } from '../../ui/index.ts';
import type { Account } from './balances.ts';
import { assetsText } from './text.ts';

/** Where each reason is seen and ended. */
const SCREENS: Readonly<Record<HeldReason, Path>> = {
  orders: '/pages/transaction/currency_order',
  margin: '/pages/transaction/contract',
  options: '/pages/transaction/index2',
  earn: '/pages/lockming/order',
  dual: '/pages/invest/mine',
  launchpad: '/pages/ieo/order',
  loans: '/pages/common/borrowing',
  withdrawals: '/pages/fund/receive_withdraw_record',
  gifts: '/pages/fund/gifts',
  nft: '/pages/nft/mine',
  disputes: '/pages/otc/otc',
  other: '/pages/fund/assets_all_record',
};

/** What holds the held part of a balance, each with its screen. */
export function HeldBy({
  account,
  currency,
  hidden = false,
}: {
  readonly account: Account;
  readonly currency: number;
  readonly hidden?: boolean;
}) {
  const t = useText(assetsText);
  const held = usePost('wallet/held', { currency, type: account });
  return (
    <Loaded query={held} skeleton={<Skeleton className="h-11" />} isEmpty={() => false}>
      {({ parts }) =>
        parts === null ? (
          <p className="py-2 text-xs text-muted">{t('held_by_many')}</p>
        ) : (
          <ul>
            {parts.map(({ reason, amount }) => (
              <li key={reason}>
                <Link
                  to={SCREENS[reason]}
                  className="flex min-h-11 items-center gap-2 text-sm active:opacity-70"
                >
                  <span className="min-w-0 flex-1 text-muted">{t(`held_by_${reason}`)}</span>
                  {hidden ? '••••' : <Num value={amount} />}
                  <ChevronRight className="size-4 shrink-0 text-muted" aria-hidden="true" />
                </Link>
              </li>
            ))}
          </ul>
        )
      }
    </Loaded>
  );
}
