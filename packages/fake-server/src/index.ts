export { FakeServer } from './fake-server.ts';
export type { ReceivedCall } from './fake-server.ts';
export { FakeSocket } from './fake-socket.ts';
