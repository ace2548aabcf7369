import { verifyEd25519, bytesFromBase64, bytesOf, canonicalJson } from '@karat/evidence';
import type { PreparedDatabase } from '@karat/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DAY_MS } from '@karat/rules';
import { createDemoDatabase, startTestServer } from './testing/boot.ts';
import { openClient } from './testing/client.ts';
import type { TestServer } from './testing/boot.ts';
import type { Path, ReplyAt } from './testing/api-client.ts';

const PAY = { pay_password: '274951' };
const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** A WAV file of silence: 8,000 samples a second of 16 bits. */
function silence(seconds: number): Buffer {
  const rate = 8_000;
  const samples = Buffer.alloc(seconds * rate * 2);
  const head = Buffer.alloc(44);
  head.write('RIFF', 0);
  head.writeUInt32LE(36 + samples.length, 4);
  head.write('WAVEfmt ', 8);
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(1, 22);
  head.writeUInt32LE(rate, 24);
  head.writeUInt32LE(rate * 2, 28);
  head.writeUInt16LE(2, 32);
  head.writeUInt16LE(16, 34);
  head.write('data', 36);
  head.writeUInt32LE(samples.length, 40);
  return Buffer.concat([head, samples]);
}

let database: PreparedDatabase;
let server: TestServer;
let alice: string;
let bruno: string;
let support: string;

type Body = Readonly<Record<string, string | number>>;
const reply = <P extends Path>(token: string, path: P, body: Body = {}) =>
  server.reply(path, { token, body }) as Promise<ReplyAt<P>>;
const errorOf = async (token: string, path: Path, body: Body): Promise<string | undefined> =>
  (await server.ask(path, { token, body })).error;
const upload = (
  token: string,
  path: 'bind_box/uploadArtwork' | 'bind_box/uploadCover',
  bytes: Uint8Array,
) => {
  const form = new FormData();
  form.append('file', new Blob([Buffer.from(bytes)]), 'file');
  return server.ask(path, { token, body: form });
};
const inDays = (days: number): number => Math.floor((Date.now() + days * DAY_MS) / 1_000);

beforeAll(async () => {
  database = await createDemoDatabase();
  server = await startTestServer(database);
  alice = await server.login('alice');
  bruno = await server.login('bruno');
  support = await server.loginOperator('support');
});
afterAll(async () => {
  await server?.close();
  await database?.drop();
});

/** Sends a work of bruno's and has it approved; returns the code of its first edition. */
async function work(uploaded: ReplyAt<'bind_box/uploadArtwork'>, cover?: number): Promise<string> {
  const { id } = await reply(bruno, 'bind_box/createArtwork', {
    ...{ upload: uploaded.id, name: `Work ${uploaded.id}`, description: 'One of two.', rarity: 'R' },
    ...{ editions: 2, royalty_percent: 5, ...(cover === undefined ? {} : { cover }) },
  });
  await reply(support, 'console/nft_artwork', { id, decision: 'approve' });
  const [row] = (await reply(bruno, 'bind_box/getMyArtworks')).data;
  return row?.codes[0] ?? expect.fail('no code');
}

test('an artist applies, is accepted, and uploads works that operators approve', async () => {
  expect((await upload(bruno, 'bind_box/uploadArtwork', PICTURE)).error).toBe('nft_artist_required');
  const application = { name: 'Bruno Vale', bio: 'Draws slowly.' };
  expect(await errorOf(bruno, 'bind_box/applyArtist', { ...application, bio: 'x'.repeat(501) })).toBe(
    'nft_text_too_long',
  );
  expect((await reply(bruno, 'bind_box/applyArtist', application)).state).toBe('review');
  const [row] = (await reply(support, 'console/nft_artists', { state: 'review' })).data;
  const decision = { uid: row?.uid ?? 0, decision: 'approve' };
  await reply(support, 'console/nft_artist', decision);
  expect(await errorOf(support, 'console/nft_artist', decision)).toBe('nft_decided');
  expect((await reply(bruno, 'bind_box/getMyArtist')).state).toBe('approved');
  for (const [change, kind] of [
    ['hide', 'nft:artist_hidden'],
    ['show', 'nft:artist_shown'],
  ] as const) {
    await reply(support, 'console/nft_artist', { uid: decision.uid, decision: change, reason: 'rights' });
    expect((await reply(bruno, 'mailMessage/getList')).data[0]).toMatchObject({ kind });
  }
  expect((await upload(bruno, 'bind_box/uploadArtwork', Buffer.from('RIFF....WAVEfmt '))).error).toBe(
    'nft_audio_invalid',
  );
  expect((await upload(bruno, 'bind_box/uploadArtwork', Buffer.from('<svg/>'))).error).toBe(
    'nft_media_invalid',
  );
});

test('a sound is served in ranges, first to its artist alone', async () => {
  const bytes = silence(1);
  const sound = (await upload(bruno, 'bind_box/uploadArtwork', bytes))
    .message as ReplyAt<'bind_box/uploadArtwork'>;
  expect(sound).toMatchObject({ type: 3, mime: 'audio/wav', image: null });
  const file = (headers: Record<string, string>) => fetch(server.url + sound.url, { headers });
  expect((await file({ authorization: alice })).status).toBe(404);
  const part = await file({ authorization: bruno, range: 'bytes=0-11' });
  expect([part.status, part.headers.get('content-range')]).toEqual([206, `bytes 0-11/${bytes.length}`]);
  expect(Buffer.from(await part.arrayBuffer())).toEqual(Buffer.from(bytes).subarray(0, 12));
  const cover = (await upload(bruno, 'bind_box/uploadCover', PICTURE)).message as { id: number };
  const body = { name: 'Bell', description: '', rarity: 'N', editions: 1, royalty_percent: 0 };
  expect(await errorOf(bruno, 'bind_box/createArtwork', { ...body, upload: sound.id })).toBe(
    'nft_cover_required',
  );
  const code = await work(sound, cover.id);
  const detail = await reply(alice, 'bind_box/getBoxDetail', { code });
  expect((await fetch(server.url + (detail.media?.url ?? ''))).status).toBe(200);
  expect(detail.media?.sha256).toBe(sound.sha256);
});

test('a work is listed, liked, bought with the pay password, and proves its owners', async () => {
  const picture = (await upload(bruno, 'bind_box/uploadArtwork', PICTURE))
    .message as ReplyAt<'bind_box/uploadArtwork'>;
  const code = await work(picture);
  const sale = { code, price: 30, end_time: inDays(2) };
  expect(await errorOf(alice, 'bind_box/resellNFT', sale)).toBe('nft_not_owner');
  expect((await reply(bruno, 'bind_box/resellNFT', sale)).is_own).toBe(1);
  expect((await reply(alice, 'bind_box/collect', { code })).likes).toBe(1);
  const { data } = await reply(alice, 'bind_box/getBoxList', {
    keyword: 'bruno',
    rarity: 'R',
    sort: 'likes',
  });
  expect(data.map((tile) => [tile.code, tile.price, tile.is_collect])).toEqual([[code, '30', 1]]);
  expect(await errorOf(bruno, 'bind_box/buyNFT', { code, ...PAY })).not.toBe(undefined);
  expect(await errorOf(alice, 'bind_box/buyNFT', { code, pay_password: 'wrong' })).toBe('pay_password_wrong');
  expect(await errorOf(alice, 'bind_box/buyNFT', { code, price: 29, ...PAY })).toBe('nft_price_changed');
  const { order } = await reply(alice, 'bind_box/buyNFT', { code, price: 30, ...PAY });
  expect(order).toMatchObject({ state: 'paid', is_buyer: 1, received: null });
  expect((await reply(bruno, 'bind_box/order', { id: order.id })).received).toBe('29.25');
  const steps = (await reply(alice, 'bind_box/getProvenance', { code })).data;
  expect(steps.map(({ cause, price }) => [cause, price])).toEqual([
    ['sale', '30'],
    ['mint', null],
  ]);
  const exported = await fetch(`${server.url}/api/bind_box/exportProvenance?code=${code}`);
  const signed = (await exported.json()) as {
    document: Parameters<typeof canonicalJson>[0];
    public_key: string;
    signature: string;
  };
  const [key, signature] = [bytesFromBase64(signed.public_key), bytesFromBase64(signed.signature)];
  const text = bytesOf(canonicalJson(signed.document));
  expect(key && signature && (await verifyEd25519(key, text, signature))).toBe(true);
  // The artist's own sale has no royalty; a sale by the new owner has one.
  expect(await reply(alice, 'bind_box/getBoxDetail', { code })).toMatchObject({
    listing: { royalty_percent: '0' },
    royalty_percent: '5',
  });
  await reply(alice, 'bind_box/resellNFT', { code, price: 50, end_time: inDays(1) });
  expect(await errorOf(alice, 'bind_box/cancelNFT', { code })).toBe('nft_resale_final');
});

test('bids over HTTP hold one margin, and the console sees them', async () => {
  const [row] = (await reply(bruno, 'bind_box/getMyNFTs')).data.filter(({ state }) => state === null);
  const code = row?.code ?? expect.fail('nothing to list');
  const listed = await reply(bruno, 'bind_box/resellNFT', {
    ...{ code, price: 100, per_increase: 5, end_time: inDays(1) },
  });
  expect(listed).toMatchObject({ pay_type: 2, margin: '10', min_bid: '100' });
  // The margin may go to the seller: a stolen session alone must not hold one.
  expect(await errorOf(alice, 'bind_box/auctionNFT', { code, price: 100 })).toBe('pay_password_wrong');
  expect(await errorOf(alice, 'bind_box/marginNFT', { code })).toBe('pay_password_wrong');
  expect(await errorOf(alice, 'bind_box/auctionNFT', { code, price: 99, ...PAY })).toBe('nft_bid_low');
  expect((await reply(alice, 'bind_box/marginNFT', { code, ...PAY })).is_margin).toBe(1);
  const visitor = await openClient(server.url);
  await visitor.subscribe('nft');
  expect(await reply(alice, 'bind_box/auctionNFT', { code, price: 100 })).toMatchObject({
    now_price: '100',
    min_bid: '105',
    is_leader: 1,
    bids: 1,
  });
  expect((await visitor.next('nft')).data).toEqual([
    expect.objectContaining({ code, state: 'open', now_price: '100', bids: 1, bidders: 1 }),
  ]);
  visitor.close();
  expect((await reply(alice, 'bind_box/getBindBoxQuotationLog', { code })).data).toHaveLength(1);
  expect((await reply(alice, 'bind_box/getMyBindBoxQuotationLog')).data).toHaveLength(1);
  const [auction] = (await reply(support, 'console/nft_auctions')).data;
  expect(auction).toMatchObject({ code, margins: '10', bids: 1 });
  expect(await errorOf(bruno, 'bind_box/cancelNFT', { code })).toBe('nft_has_bids');
});

test('reports are answered, and every list replies', async () => {
  const [row] = (await reply(alice, 'bind_box/getMyNFTs')).data;
  const report = { code: row?.code ?? '', reason: 'rights', text: 'This is mine.' };
  await reply(bruno, 'bind_box/report', report);
  expect(await errorOf(bruno, 'bind_box/report', report)).toBe('nft_report_open');
  const [open] = (await reply(support, 'console/nft_reports', { state: 'open' })).data;
  await reply(support, 'console/nft_report', {
    id: open?.id ?? 0,
    state: 'dismissed',
    answer: 'Checked: it is not.',
  });
  expect((await reply(bruno, 'bind_box/getMyReports')).data[0]?.state).toBe('dismissed');
  const { data } = await reply(alice, 'bind_box/getArtist');
  const artist = await reply(alice, 'bind_box/getArtistDetail', { uid: data[0]?.uid ?? 0 });
  expect(artist).toMatchObject({ sales: 1, turnover: [{ currency_name: 'USDT', amount: '30' }] });
  const saved = await reply(bruno, 'bind_box/saveCollection', { name: 'First', description: '' });
  expect((await reply(alice, 'bind_box/getCollectionDetail', { id: saved.id })).name).toBe('First');
  for (const list of ['owned', 'listed', 'sold', 'liked', 'boxes', 'created'])
    expect((await reply(bruno, 'bind_box/getMyNFTs', { list })).per_page).toBe(10);
  for (const path of ['bind_box/getNeedPayNFTOrder', 'bind_box/orders', 'bind_box/getCollection'] as const)
    expect((await reply(alice, path)).per_page).toBe(10);
  for (const path of [
    'console/nft_artworks',
    'console/nft_collections',
    'console/nft_series',
    'console/nft_orders',
  ] as const)
    expect((await reply(support, path)).per_page).toBe(10);
  expect((await reply(support, 'console/nft')).currencies[0]).toMatchObject({ margins: '10', sales: 1 });
  expect((await reply(alice, 'bind_box/getNftCurrency')).pay_hours).toBe(24);
  const { seed } = await reply(alice, 'bind_box/getSeed');
  expect((await reply(alice, 'bind_box/setSeed', { seed: `${seed}-2` })).seed).toBe(`${seed}-2`);
  expect(await errorOf(alice, 'bind_box/setSeed', { seed: 'a:b' })).toBe('nft_seed_invalid');
});
