export { createChannels } from './channels.ts';
export type { Channels, Feed } from './channels.ts';
export type { Conflation, Family } from './family.ts';
export { createPrivateChannels } from './private.ts';
export type { PrivateChannels, PrivateReader } from './private.ts';
export { SOCKET_LIMITS, createSockets } from './sockets.ts';
export type { SocketLimits, SocketOptions, Sockets } from './sockets.ts';
export { refuseUpgrade, routeUpgrades } from './upgrade.ts';
export type { Upgrade } from './upgrade.ts';
