/** Loaded before the server of a test: its time is the machine's, shifted by the test. Timers are unchanged. */
const machine = Date.now.bind(Date);
let shift = Number(process.env['KARAT_TEST_SHIFT'] ?? '0');

Date.now = () => machine() + shift;
globalThis.Date = new Proxy(Date, {
  construct: (target, given: unknown[], newTarget: new () => object): object =>
    Reflect.construct(target, given.length === 0 ? [Date.now()] : given, newTarget) as object,
});

process.on('message', (ms) => {
  if (typeof ms !== 'number') return;
  shift = ms;
  process.send?.('turned');
});
// The listener of the test keeps no server alive.
process.channel?.unref();
