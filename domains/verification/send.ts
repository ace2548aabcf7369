import { refuse } from '@karat/contract';
import type { UserId, VerificationRemark } from '@karat/contract';
import type { Tx } from '@karat/platform/db';
import type { FileRow } from '@karat/platform/files';
import { measure } from '@karat/platform/images';
import { DAY_MS } from '@karat/rules';
import { pass } from './pass.ts';
import type { ResolvedDeps, Person } from './deps.ts';
import type { Case, Picture } from './provider.ts';
import { readCard, readName } from './rules.ts';
import type { IdType } from './rules.ts';
import { notifyAccount } from './grant-level.ts';
import { screenRequest } from './screen-request.ts';
import * as store from './store.ts';
import type { NewRequest } from './store.ts';

/** Data of a request, as typed. */
export interface Sent {
  readonly real_type: 1 | 2;
  readonly id_type?: IdType | undefined;
  readonly name?: string | undefined;
  readonly card_id?: string | undefined;
  readonly front_pic?: string | undefined;
  readonly reverse_pic?: string | undefined;
}

/** Failed attempts in a month from which on they are remarked. */
const OFTEN = 3;
const OFTEN_MS = 30 * DAY_MS;

/** Returns the contacts that a user must still link. */
export function missingOf({ receivers }: ResolvedDeps, owner: Person): ('email' | 'phone')[] {
  const missing: ('email' | 'phone')[] = [];
  if (owner.email === null) missing.push('email');
  if (owner.phone === null) missing.push('phone');
  return receivers === 'either' && missing.length < 2 ? [] : missing;
}

/**
 * Stores data or photos for review. Refuses while a required contact is missing, a request of the level is open or the
 * level is reached, photos before level 1, and an invalid name, number or picture.
 */
export async function send(deps: ResolvedDeps, user: UserId, sent: Sent): Promise<void> {
  const [owner] = await deps.people(deps.ctx.db, [user]);
  if (!owner || missingOf(deps, owner).length > 0) refuse('receiver_unbound');
  await (sent.real_type === 1 ? sendData(deps, user, sent) : sendPhotos(deps, user, sent));
}

async function sendData(deps: ResolvedDeps, user: UserId, sent: Sent): Promise<void> {
  const idType = sent.id_type ?? refuse('document_type_missing');
  const name = readName(sent.name ?? '');
  const card = readCard(sent.card_id ?? '', idType);
  const found = await remarksOf(deps, { level: 1, idType, name, card });
  await enter(deps, user, 1, async (tx) => {
    const hashes = deps.cards.hashes(card);
    await store.lockDocument(tx, hashes);
    const elsewhere = await store.sameDocument(tx, hashes, user);
    return {
      idType,
      name,
      cardHash: hashes[0],
      cardSealed: deps.cards.seal(card, user),
      frontPic: null,
      reversePic: null,
      remarks: elsewhere.length > 0 ? [...found, 'document_elsewhere'] : found,
    };
  });
}

async function sendPhotos(deps: ResolvedDeps, user: UserId, sent: Sent): Promise<void> {
  if (!sent.front_pic || !sent.reverse_pic) refuse('document_pictures_missing');
  const front = await pictureOf(deps, user, sent.front_pic);
  const reverse = await pictureOf(deps, user, sent.reverse_pic);
  const found = await remarksOf(deps, { level: 2, front: front.picture, reverse: reverse.picture });
  await enter(deps, user, 2, async (tx) => {
    const others = [
      ...(await deps.files.otherOwners(tx, front.file)),
      ...(await deps.files.otherOwners(tx, reverse.file)),
    ];
    return {
      idType: null,
      name: null,
      cardHash: null,
      cardSealed: null,
      frontPic: await deps.files.seal(tx, front.file),
      reversePic: await deps.files.seal(tx, reverse.file),
      remarks: others.length > 0 ? [...found, 'picture_elsewhere'] : found,
    };
  });
}

/** Returns a picture that the same user uploaded; a public one (an avatar) is no document. */
async function pictureOf(
  { ctx, files }: ResolvedDeps,
  user: UserId,
  address: string,
): Promise<{ readonly file: FileRow; readonly picture: Picture }> {
  const file = (await files.owned(ctx.db, address, user)) ?? refuse('image_invalid');
  if (file.visibility === 'public') refuse('image_invalid');
  const bytes = (await files.read(file)) ?? refuse('image_invalid');
  const size = (await measure(bytes)) ?? refuse('image_invalid');
  return { file, picture: { ...size, sha256: file.sha256, bytes } };
}

/** Returns the provider's remarks. If it fails there are none, and nothing passes automatically. */
async function remarksOf(deps: ResolvedDeps, sent: Case): Promise<readonly VerificationRemark[]> {
  const { provider, ctx } = deps;
  try {
    return await provider.check(sent, ctx.clock.now());
  } catch (error) {
    ctx.log.warn({ provider: provider.name, error: String(error) }, 'verification provider failed');
    return ['provider_failed'];
  }
}

type Facts = Omit<NewRequest, 'user' | 'level' | 'provider' | 'now'>;

/** Opens a request for a level after the user's previous data; one at a time per user. */
const enter = (
  deps: ResolvedDeps,
  user: UserId,
  level: 1 | 2,
  facts: (tx: Tx) => Promise<Facts>,
): Promise<void> =>
  deps.ctx.db.transact(async (tx) => {
    const now = deps.ctx.clock.now();
    const has = await store.lockLevel(tx, user, now);
    if (has >= level) refuse('verification_done');
    if (level === 2 && has < 1) refuse('verification_level_one_first');
    if (await store.latestRequest(tx, user, level, 'auditing')) refuse('verification_open');
    const proof = await facts(tx);
    const often = (await store.failuresSince(tx, user, now - OFTEN_MS)) >= OFTEN;
    const remarks: readonly VerificationRemark[] = often ? [...proof.remarks, 'tried_often'] : proof.remarks;
    const provider = deps.provider.name;
    const id = await store.insertRequest(tx, { ...proof, remarks, user, level, provider, now });
    if (level === 1) await deps.monitoring.watch(tx, { kind: 'document', id, user, at: now });
    const isScreened = await screenRequest(deps, tx, { id, user, level });
    if (deps.auto && isScreened && remarks.length === 0)
      await pass(deps, tx, { id, user, level }, `auto ${provider}`);
    else await notifyAccount(deps, tx, user, has);
  });
