import * as z from 'zod';

/** Networks for deposits and withdrawals, by wire name. */
export const NETWORKS = ['bitcoin', 'ethereum', 'tron'] as const;
export type NetworkId = (typeof NETWORKS)[number];

/** A network in a request or a reply. */
export const networkText = z.enum(NETWORKS);
