import { FIAT_STATUS, VOUCHER_STATUS } from '@karat/contract';
import { useQueries } from '@tanstack/react-query';
import { api } from '../lib/api.ts';
import type { PagePath } from './pages.ts';

const EVERY_MS = 15_000;
const one = { page: 1, limit: 1 } as const;

/** How the length of each queue is read. */
const QUEUES: readonly { path: PagePath; count: () => Promise<number> }[] = [
  {
    path: '/approvals',
    count: async () => (await api.get('console/approvals', { ...one, state: 'asked' })).total,
  },
  {
    path: '/verification',
    count: async () => (await api.get('console/verifications', { ...one, state: 'auditing' })).total,
  },
  { path: '/cases', count: async () => (await api.get('console/cases', one)).counts.active },
  {
    path: '/deposits',
    count: async () => (await api.get('console/vouchers', { ...one, status: VOUCHER_STATUS.pending })).total,
  },
  {
    path: '/withdrawals',
    // Approved payouts wait too: for the signer, or for a payment file.
    count: async () => {
      const [requested, approved] = await Promise.all([
        api.get('console/withdrawals', { ...one, state: 'requested' }),
        api.get('console/withdrawals', { ...one, state: 'approved' }),
      ]);
      return requested.total + approved.total;
    },
  },
  {
    path: '/fiat',
    // Purchases with a proof, disputes that are not settled, and what providers report beside the rules.
    count: async () => {
      const queues = await Promise.all([
        api.get('console/fiat_orders', { ...one, status: FIAT_STATUS.proof_sent }),
        api.get('console/fiat_disputes', { ...one, state: 'active' }),
        api.get('console/fiat_exceptions', { ...one, state: 'open' }),
      ]);
      return queues.reduce((sum, { total }) => sum + total, 0);
    },
  },
  {
    path: '/traders',
    count: async () => (await api.get('console/traders', { ...one, state: 'applied' })).total,
  },
  {
    path: '/nft',
    count: async () => {
      const queues = await Promise.all([
        api.get('console/nft_artists', { ...one, state: 'review' }),
        api.get('console/nft_artworks', { ...one, state: 'review' }),
        api.get('console/nft_reports', { ...one, state: 'open' }),
      ]);
      return queues.reduce((sum, { total }) => sum + total, 0);
    },
  },
  {
    path: '/support',
    count: async () => (await api.get('console/support_inbox', one)).counts.waiting,
  },
  {
    path: '/chat',
    count: async () => (await api.get('console/chat_messages', { ...one, filter: 'held' })).total,
  },
  { path: '/unfreeze', count: async () => (await api.get('console/unfreeze_requests', one)).total },
];

/** Lengths of the queues that the operator may open, by page. */
export function useWaiting(open: readonly PagePath[]): ReadonlyMap<PagePath, number> {
  const queues = QUEUES.filter(({ path }) => open.includes(path));
  const counts = useQueries({
    queries: queues.map(({ path, count }) => ({
      queryKey: ['waiting', path],
      queryFn: count,
      refetchInterval: EVERY_MS,
    })),
  });
  return new Map(queues.map(({ path }, index) => [path, counts[index]?.data ?? 0]));
}
