import type { GetPath, OperatorRole } from '@karat/contract';

/** A page of the console: its roles, and the first call that it reads. */
export interface PageEntry {
  readonly path: `/${string}`;
  readonly label: string;
  readonly group: Group;
  readonly roles: readonly OperatorRole[];
  readonly reads: GetPath;
}

export const GROUPS = ['Queues', 'Money', 'Products', 'Users and content', 'System'] as const;
type Group = (typeof GROUPS)[number];

const EVERYONE: readonly OperatorRole[] = ['support', 'finance', 'risk', 'admin'];
const DECIDERS: readonly OperatorRole[] = ['finance', 'risk', 'admin'];
const REVIEWERS: readonly OperatorRole[] = ['support', 'risk', 'admin'];
const RISK: readonly OperatorRole[] = ['risk', 'admin'];
const WRITERS: readonly OperatorRole[] = ['support', 'admin'];

const page = <Path extends `/${string}`>(
  path: Path,
  label: string,
  group: Group,
  roles: readonly OperatorRole[],
  reads: GetPath,
) => ({ path, label, group, roles, reads });

/** The menu with roles; a test compares them with the contract. */
export const PAGES = [
  page('/', 'Dashboard', 'Queues', EVERYONE, 'console/dashboard'),
  page('/approvals', 'Approvals', 'Queues', EVERYONE, 'console/approvals'),
  page('/verification', 'Verification', 'Queues', REVIEWERS, 'console/verifications'),
  page('/cases', 'Cases', 'Queues', RISK, 'console/cases'),
  page('/deposits', 'Deposits', 'Queues', EVERYONE, 'console/vouchers'),
  page('/withdrawals', 'Withdrawals', 'Queues', EVERYONE, 'console/withdrawals'),
  page('/fiat', 'Fiat purchases', 'Queues', DECIDERS, 'console/fiat_orders'),
  page('/traders', 'Traders', 'Queues', EVERYONE, 'console/traders'),
  page('/support', 'Customer service', 'Queues', REVIEWERS, 'console/support_inbox'),
  page('/chat', 'Chat rooms', 'Queues', REVIEWERS, 'console/chat_messages'),
  page('/unfreeze', 'Frozen accounts', 'Queues', REVIEWERS, 'console/unfreeze_requests'),
  page('/corrections', 'Corrections', 'Money', DECIDERS, 'console/correction_accounts'),
  page('/custody', 'Books and chains', 'Money', EVERYONE, 'console/custody'),
  page('/sweeps', 'Sweeps', 'Money', EVERYONE, 'console/sweeping'),
  page('/journals', 'Journals', 'Money', DECIDERS, 'console/journals'),
  page('/house', 'House accounts', 'Money', DECIDERS, 'console/house'),
  page('/currencies', 'Currencies', 'Products', EVERYONE, 'console/currencies'),
  page('/markets', 'Markets', 'Products', EVERYONE, 'console/markets'),
  page('/contracts', 'Futures', 'Products', EVERYONE, 'console/contracts'),
  page('/options', 'Options', 'Products', EVERYONE, 'console/options'),
  page('/earn', 'Earn', 'Products', EVERYONE, 'console/mining_products'),
  page('/dual', 'Dual investment', 'Products', EVERYONE, 'console/dual'),
  page('/loans', 'Loans', 'Products', DECIDERS, 'console/loan_list'),
  page('/recurring', 'Recurring buy', 'Products', EVERYONE, 'console/recurring_plans'),
  page('/launchpad', 'Subscriptions', 'Products', EVERYONE, 'console/projects'),
  page('/games', 'Games', 'Products', EVERYONE, 'console/games'),
  page('/nft', 'NFT marketplace', 'Products', EVERYONE, 'console/nft'),
  page('/stocks', 'Stocks', 'Products', DECIDERS, 'console/stock_actions'),
  page('/bots', 'Bots', 'Products', EVERYONE, 'console/bots'),
  page('/stops', 'Stops', 'Products', EVERYONE, 'console/stops'),
  page('/users', 'Users', 'Users and content', EVERYONE, 'console/users'),
  page('/growth', 'VIP and invitations', 'Users and content', EVERYONE, 'console/vip'),
  page('/articles', 'Articles', 'Users and content', EVERYONE, 'console/articles'),
  page('/outbox', 'Outbox', 'Users and content', WRITERS, 'console/outbox'),
  page('/health', 'Health', 'System', EVERYONE, 'console/health'),
  page('/staff', 'Operators', 'System', RISK, 'console/staff'),
  page('/passkeys', 'Passkeys', 'System', EVERYONE, 'console/passkeys'),
  page('/audit', 'Audit log', 'System', ['admin'], 'console/audit'),
] as const satisfies readonly PageEntry[];

export type PagePath = (typeof PAGES)[number]['path'];

/** Returns the page of a path, if there is one. */
export const pageAt = (path: string): PageEntry | undefined =>
  PAGES.find((entry) => entry.path === (path === '/' ? path : path.replace(/\/$/, '')));
