/** Names of networks, the same in every language. */
const NAMES: ReadonlyMap<string, string> = new Map([
  ['bitcoin', 'Bitcoin'],
  ['ethereum', 'Ethereum'],
  ['tron', 'Tron'],
]);

/** Returns the display name of a network. */
export const networkName = (network: string): string => NAMES.get(network) ?? network;
