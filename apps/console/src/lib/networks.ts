import type { NetworkId } from '@karat/contract';

const NAMES: Readonly<Record<NetworkId, string>> = { bitcoin: 'Bitcoin', ethereum: 'Ethereum', tron: 'Tron' };
const nameOf = new Map<string, string>(Object.entries(NAMES));

/** Returns the name of a network as operators read it; what is no network stays as it is, such as a bank's way. */
export const networkName = (id: string): string => nameOf.get(id) ?? id;
