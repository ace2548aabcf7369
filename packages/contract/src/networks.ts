import * as z from 'zod';

/** Chains on which value comes in and goes out, as the wire names them. */
export const NETWORKS = ['bitcoin', 'ethereum', 'tron'] as const;
export type NetworkId = (typeof NETWORKS)[number];

/** One of the chains, in a request or a reply. */
export const networkText = z.enum(NETWORKS);
