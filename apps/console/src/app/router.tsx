import {
  createHashHistory,
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
} from '@tanstack/react-router';
import { Frame } from './Frame.tsx';
import type { PagePath } from './pages.ts';

const root = createRootRoute({ component: Frame });

/** A lazily loaded page. */
const page = <P extends PagePath>(path: P, load: () => Promise<Record<string, unknown>>, name: string) =>
  createRoute({
    getParentRoute: () => root,
    path,
    component: lazyRouteComponent(load as () => Promise<Record<string, never>>, name),
  });

/** The users page, with one opened by the UID of the address, so that every list can link to it. */
const users = createRoute({
  getParentRoute: () => root,
  path: '/users',
  validateSearch: ({ uid }): { uid?: number } => (typeof uid === 'number' ? { uid } : {}),
  component: lazyRouteComponent(() => import('../features/users/Users.tsx'), 'Users'),
});

export const router = createRouter({
  history: createHashHistory(),
  routeTree: root.addChildren([
    page('/', () => import('../features/dashboard/Dashboard.tsx'), 'Dashboard'),
    page('/health', () => import('../features/health/Health.tsx'), 'Health'),
    page('/fiat', () => import('../features/fiat/FiatOrders.tsx'), 'FiatOrders'),
    users,
    page('/unfreeze', () => import('../features/users/Unfreeze.tsx'), 'Unfreeze'),
    page('/journals', () => import('../features/journals/Journals.tsx'), 'Journals'),
    page('/deposits', () => import('../features/deposits/Deposits.tsx'), 'Deposits'),
    page('/custody', () => import('../features/custody/Custody.tsx'), 'Custody'),
    page('/sweeps', () => import('../features/sweeps/Sweeps.tsx'), 'Sweeps'),
    page('/house', () => import('../features/house/House.tsx'), 'House'),
    page('/currencies', () => import('../features/currencies/Currencies.tsx'), 'Currencies'),
    page('/markets', () => import('../features/markets/Markets.tsx'), 'Markets'),
    page('/contracts', () => import('../features/contracts/Contracts.tsx'), 'Contracts'),
    page('/options', () => import('../features/options/Options.tsx'), 'Options'),
    page('/dual', () => import('../features/dual/Dual.tsx'), 'Dual'),
    page('/loans', () => import('../features/loans/Loans.tsx'), 'Loans'),
    page('/launchpad', () => import('../features/launchpad/Launchpad.tsx'), 'Launchpad'),
    page('/growth', () => import('../features/growth/Growth.tsx'), 'Growth'),
    page('/earn', () => import('../features/mining/Mining.tsx'), 'Mining'),
    page('/recurring', () => import('../features/recurring/Recurring.tsx'), 'Recurring'),
    page('/traders', () => import('../features/traders/Traders.tsx'), 'Traders'),
    page('/games', () => import('../features/games/Games.tsx'), 'Games'),
    page('/support', () => import('../features/support/Support.tsx'), 'Support'),
    page('/chat', () => import('../features/chat/Chat.tsx'), 'Chat'),
    page('/nft', () => import('../features/nft/Nft.tsx'), 'Nft'),
    page('/stocks', () => import('../features/stocks/Stocks.tsx'), 'Stocks'),
    page('/approvals', () => import('../features/approvals/Approvals.tsx'), 'Approvals'),
    page('/verification', () => import('../features/verification/Verifications.tsx'), 'Verifications'),
    page('/cases', () => import('../features/compliance/Cases.tsx'), 'Cases'),
    page('/corrections', () => import('../features/corrections/Corrections.tsx'), 'Corrections'),
    page('/stops', () => import('../features/stops/Stops.tsx'), 'Stops'),
    page('/bots', () => import('../features/bots/Bots.tsx'), 'Bots'),
    page('/articles', () => import('../features/articles/Articles.tsx'), 'Articles'),
    page('/outbox', () => import('../features/outbox/Outbox.tsx'), 'Outbox'),
    page('/withdrawals', () => import('../features/withdrawals/Withdrawals.tsx'), 'Withdrawals'),
    page('/staff', () => import('../features/staff/Staff.tsx'), 'Staff'),
    page('/passkeys', () => import('../features/passkeys/Passkeys.tsx'), 'Passkeys'),
    page('/audit', () => import('../features/audit/Audit.tsx'), 'Audit'),
  ]),
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
