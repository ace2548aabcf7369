// A Bitcoin node on a private chain. Runs standalone, with the libraries beside the directory given first.
const { createRequire } = require('node:module');
const [modules, prefix, port, address, intervalMs] = process.argv.slice(2);
const load = createRequire(`${modules}/package.json`);

// Bitcoin Core's prefix of regtest addresses; this library has another one.
load('bcoin/lib/protocol/networks').regtest.addressPrefix.bech32 = 'bcrt';
const { FullNode } = load('bcoin');

const node = new FullNode({
  network: 'regtest',
  prefix,
  memory: false,
  persistent: true,
  httpHost: '127.0.0.1',
  httpPort: Number(port),
  noAuth: true,
  listen: false,
  indexTX: true,
  indexAddress: true,
  workers: false,
  logLevel: 'error',
});

/** Satoshi per 1,000 virtual bytes that a replacement pays on top of the replaced fee. */
const RELAY_RATE = 1_000;

/**
 * This library's mempool has no replacement. This one follows BIP125: a transaction that signals it is replaced by one
 * that spends the same and pays more than all that it replaces, and for its own relay.
 */
async function makeRoom(pool, tx) {
  const rivals = new Set();
  for (const { prevout } of tx.inputs) {
    const rival = pool.getSpent(prevout.hash, prevout.index);
    if (rival) rivals.add(rival);
  }
  if (rivals.size === 0 || pool.hasEntry(tx.hash('hex'))) return;
  // Its own check misreads transactions of version 2.
  if (![...rivals].every(({ tx: rival }) => rival.inputs.some((input) => input.isRBF()))) return;
  const view = await pool.getCoinView(tx);
  if (!tx.hasCoins(view)) return;
  const replaced = [...rivals].reduce((sum, { descFee }) => sum + descFee, 0);
  const relay = Math.ceil((tx.getVirtualSize() * RELAY_RATE) / 1_000);
  if (tx.getFee(view) < replaced + relay) throw new Error('insufficient fee, rejecting replacement');
  for (const rival of rivals) pool.evictEntry(rival);
}
const insert = node.mempool.insertTX.bind(node.mempool);
node.mempool.insertTX = async (tx, id) => {
  await makeRoom(node.mempool, tx);
  return insert(tx, id);
};

node.rpc.add('forgetmempool', async () => {
  await node.mempool.reset();
  return null;
});

/** Witnesses count from height 432 on this chain, and a coinbase can be spent a few blocks later. */
const FIRST_BLOCKS = 450;

async function main() {
  await node.ensure();
  await node.open();
  await node.connect();
  const missing = FIRST_BLOCKS - node.chain.height;
  if (missing > 0) await node.rpc.execute({ method: 'generatetoaddress', params: [missing, address] });
  process.send?.('ready');
  if (Number(intervalMs) > 0) {
    let busy = false;
    setInterval(() => {
      if (busy) return;
      busy = true;
      node.rpc
        .execute({ method: 'generatetoaddress', params: [1, address] })
        .catch((failure) => process.stderr.write(`${failure.message}\n`))
        .finally(() => (busy = false));
    }, Number(intervalMs));
  }
}

let closing = false;
function close() {
  if (closing) return;
  closing = true;
  node.close().then(
    () => process.exit(0),
    () => process.exit(1),
  );
}
process.on('SIGTERM', close);
process.on('SIGINT', close);
// The parent has ended: nobody else would stop it.
process.on('disconnect', close);
main().catch((failure) => {
  process.stderr.write(`${failure.stack}\n`);
  process.exit(1);
});
