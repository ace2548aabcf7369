import { refuse } from '@karat/contract';
import type { UserId } from '@karat/contract';
import type { Lang } from '@karat/i18n';
import { isCountry } from './dial-codes.ts';
import { reencode } from '@karat/platform/images';
import type { ResolvedDeps } from './deps.ts';
import { readNickname, readSignature } from './rules.ts';
import { sessionIdsOf } from './session-store.ts';
import { updateProfile, userById } from './store.ts';
import type { UserRow } from './store.ts';
import { callersChanged, publishSessions } from './topics.ts';

const AVATAR_SIDE = 512;

export const ownAccount = async (deps: ResolvedDeps, userId: UserId): Promise<UserRow> =>
  (await userById(deps.ctx.db, userId)) ?? refuse('unauthenticated');

const signatureOf = (typed: string | undefined): string | undefined =>
  typed === undefined || typed.trim() === '' ? typed?.trim() : readSignature(typed);

/** Changes nickname and signature, each if given. An empty signature removes it. */
export const editNickname = (
  deps: ResolvedDeps,
  userId: UserId,
  typed: { readonly nickname?: string | undefined; readonly signature?: string | undefined },
): Promise<UserRow> =>
  updateProfile(deps.ctx.db, userId, {
    nickname: typed.nickname === undefined ? undefined : readNickname(typed.nickname),
    signature: signatureOf(typed.signature),
  });

/** Stores language, default fiat and region, each if given. Refuses an unsupported fiat and an unknown region. */
export async function setPreferences(
  deps: ResolvedDeps,
  userId: UserId,
  wanted: {
    readonly language?: Lang | undefined;
    readonly fiat?: string | undefined;
    readonly region?: string | undefined;
  },
): Promise<UserRow> {
  const fiat = wanted.fiat?.toUpperCase();
  const region = wanted.region?.toUpperCase();
  if (fiat !== undefined && !deps.fiats.includes(fiat)) refuse('currency_unknown');
  if (region !== undefined && !isCountry(region)) refuse('area_unknown');
  return deps.ctx.db.transact(async (tx) => {
    const sessionIds = await sessionIdsOf(tx, userId);
    await publishSessions(deps.ctx, tx, callersChanged, { userId, sessionIds });
    return updateProfile(tx, userId, { lang: wanted.language, fiat, region });
  });
}

/** Stores an uploaded picture for its owner and for reviewers. Returns its address. */
export async function upload(deps: ResolvedDeps, userId: UserId, bytes: Uint8Array): Promise<string> {
  const picture = await reencode(bytes);
  return deps.ctx.db.transact((tx) =>
    deps.files.keep(tx, { owner: userId, visibility: 'private', mime: picture.mime, bytes: picture.bytes }),
  );
}

/** Creates the avatar, a public square copy of a picture that the user uploaded. */
export async function setAvatar(deps: ResolvedDeps, userId: UserId, address: string): Promise<UserRow> {
  const file = (await deps.files.owned(deps.ctx.db, address, userId)) ?? refuse('image_invalid');
  const original = (await deps.files.read(file)) ?? refuse('image_invalid');
  const picture = await reencode(original, { square: true, sideMax: AVATAR_SIDE });
  return deps.ctx.db.transact(async (tx) => {
    const headPortrait = await deps.files.keep(tx, {
      owner: userId,
      visibility: 'public',
      mime: picture.mime,
      bytes: picture.bytes,
    });
    return updateProfile(tx, userId, { headPortrait });
  });
}
