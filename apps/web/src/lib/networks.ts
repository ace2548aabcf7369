/** Names of networks, the same in every language. */
const NAMES: ReadonlyMap<string, string> = new Map([
  ['bitcoin', 'Bitcoin'],
  ['ethereum', 'Ethereum'],
  ['tron', 'Tron'],
]);

/** A network as people call it. */
export const networkName = (network: string): string => NAMES.get(network) ?? network;
