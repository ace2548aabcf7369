import { refuse } from '@karat/contract';
import type { NftRarity, UserId } from '@karat/contract';
import { sha256 } from '@karat/platform/crypto';
import { lockFor } from '@karat/platform/db';
import type { Tx } from '@karat/platform/db';
import { createPictureSizes, IMAGE_BYTES_MAX, reencode, sniff } from '@karat/platform/images';
import type { PictureSizes } from '@karat/platform/images';
import { inspectMedia } from '@karat/platform/media';
import type { MediaFacts } from '@karat/platform/media';
import { percentFromRate, format } from '@karat/money';
import type { Rate } from '@karat/money';
import {
  countCollections,
  findArtist,
  findCollection,
  insertCollection,
  isNameTaken,
  lockArtist,
  updateCollection,
  writeApplication,
} from './artist-store.ts';
import { countUnused, insertArtwork, insertUpload, isFileKnown, takeUpload } from './artwork-store.ts';
import type { Upload } from './artwork-store.ts';
import type { NftDeps } from './deps.ts';
import type { Artwork, Pictures } from './types.ts';

const MB = 1024 * 1024;
const NAME_MIN = 2;
const ARTIST_NAME_MAX = 40;
const BIO_MAX = 500;
const NAME_MAX = 60;
const DESCRIPTION_MAX = 1_000;

/** Limits of each kind of file. */
export const MEDIA_LIMITS = {
  gif: { bytes: 8 * MB, seconds: 60 },
  audio: { bytes: 10 * MB, seconds: 300 },
  video: { bytes: 20 * MB, seconds: 60 },
} as const;
export const IMAGE_LIMIT = IMAGE_BYTES_MAX;

const TYPES = { gif: 2, audio: 3, video: 4 } as const;

/** Refuses `nft_text_too_long` and `nft_name_invalid`. */
function checkTexts(name: string, nameMax: number, text: string, textMax: number): void {
  if (name.length > nameMax) refuse('nft_text_too_long', { max: nameMax });
  if (text.length > textMax) refuse('nft_text_too_long', { max: textMax });
  if (name.length < NAME_MIN) refuse('nft_name_invalid');
}

/** Refuses `nft_artist_required` for anyone but an accepted artist. */
export async function needArtist(
  { ctx }: Pick<NftDeps, 'ctx'>,
  tx: Tx | undefined,
  user: UserId,
): Promise<void> {
  const artist = await findArtist(tx ?? ctx.db, user);
  if (artist?.state !== 'approved') refuse('nft_artist_required');
}

/** Applies to become an artist. Refuses what the contract lists for `applyArtist`. */
export async function applyAsArtist(
  { ctx }: Pick<NftDeps, 'ctx'>,
  tx: Tx,
  user: UserId,
  application: { readonly name: string; readonly bio: string },
): Promise<void> {
  checkTexts(application.name, ARTIST_NAME_MAX, application.bio, BIO_MAX);
  const artist = await lockArtist(tx, user);
  if (artist?.state === 'review') refuse('nft_application_open');
  if (artist && artist.state !== 'rejected') refuse('nft_artist_already');
  if (await isNameTaken(tx, user, application.name)) refuse('nft_name_taken');
  if ((await writeApplication(tx, user, application, ctx.clock.now())) === 0) refuse('nft_application_open');
}

/** Adds or changes a collection; returns its number. Refuses what the contract lists for `saveCollection`. */
export async function saveCollection(
  deps: NftDeps,
  tx: Tx,
  user: UserId,
  collection: { readonly id: number | undefined; readonly name: string; readonly description: string },
): Promise<number> {
  await needArtist(deps, tx, user);
  checkTexts(collection.name, NAME_MAX, collection.description, DESCRIPTION_MAX);
  if (collection.id !== undefined) {
    if ((await updateCollection(tx, user, collection.id, collection)) === 0) refuse('nft_collection_unknown');
    return collection.id;
  }
  await lockFor(tx, 'nft collections', user);
  if ((await countCollections(tx, user)) >= deps.policy.maxUnused)
    refuse('nft_uploads_full', { max: deps.policy.maxUnused });
  return insertCollection(tx, user, collection, deps.ctx.clock.now());
}

/** Recognises GIF, audio and video by structure, within their limits. Refuses by what the file begins as. */
function checkMedia(bytes: Uint8Array): MediaFacts {
  const facts = inspectMedia(bytes);
  if (facts.kind === 'unknown') return refuse('nft_media_invalid');
  if (facts.kind === 'damaged')
    return refuse(facts.of === 'audio' ? 'nft_audio_invalid' : 'nft_media_invalid');
  const limits = MEDIA_LIMITS[facts.kind];
  if (bytes.length > limits.bytes) refuse('nft_media_too_large', { max: limits.bytes / MB });
  if (facts.durationMs > limits.seconds * 1_000) refuse('nft_media_too_long', { max: limits.seconds });
  return facts;
}

/** Keeps the versions of a picture, private until the work is approved. */
async function keepPictures(
  { files }: NftDeps,
  tx: Tx,
  owner: UserId,
  sizes: PictureSizes,
): Promise<Pictures> {
  const keep = ({ bytes, mime }: PictureSizes['small']) =>
    files.keep(tx, { owner, visibility: 'private', mime, bytes });
  return {
    small: await keep(sizes.small),
    medium: await keep(sizes.medium),
    large: await keep(sizes.large),
    width: sizes.large.width,
    height: sizes.large.height,
    colour: sizes.colour,
  };
}

type Prepared = Pick<Upload, 'type' | 'mime' | 'width' | 'height' | 'durationMs'> & {
  readonly body: Uint8Array;
  readonly sizes: PictureSizes | undefined;
};

async function prepare(bytes: Uint8Array): Promise<Prepared> {
  if (sniff(bytes) !== undefined) {
    const picture = await reencode(bytes);
    const { mime, width, height } = picture;
    return {
      type: 1,
      mime,
      width,
      height,
      durationMs: undefined,
      body: picture.bytes,
      sizes: await createPictureSizes(bytes),
    };
  }
  const { kind, mime, width, height, durationMs } = checkMedia(bytes);
  return { type: TYPES[kind], mime, width, height, durationMs, body: bytes, sizes: undefined };
}

/**
 * Keeps the file of a work: an image encoded anew, any other as it is after its inspection. The hash is that of the uploaded
 * bytes. Refuses what the contract lists for `uploadArtwork`.
 */
export async function uploadWork(deps: NftDeps, user: UserId, bytes: Uint8Array): Promise<Upload> {
  await needArtist(deps, undefined, user);
  const hash = sha256(bytes).toString('hex');
  if (await isFileKnown(deps.ctx.db, hash)) refuse('nft_work_known');
  const { body, sizes, ...facts } = await prepare(bytes);
  return deps.ctx.db.transact(async (tx) => {
    await checkUnused(deps, tx, user);
    const url = await deps.files.keep(tx, {
      owner: user,
      visibility: 'private',
      mime: facts.mime,
      bytes: body,
    });
    const pictures = sizes && (await keepPictures(deps, tx, user, sizes));
    const upload = { ...facts, purpose: 'work', url, bytes: body.length, sha256: hash, pictures } as const;
    return insertUpload(tx, user, upload, deps.ctx.clock.now());
  });
}

/** Keeps the picture that stands for a GIF, audio or video. */
export async function uploadCover(
  deps: NftDeps,
  user: UserId,
  bytes: Uint8Array,
): Promise<{ readonly id: number; readonly pictures: Pictures }> {
  await needArtist(deps, undefined, user);
  const sizes = await createPictureSizes(bytes);
  return deps.ctx.db.transact(async (tx) => {
    await checkUnused(deps, tx, user);
    const pictures = await keepPictures(deps, tx, user, sizes);
    const { id } = await insertUpload(
      tx,
      user,
      {
        purpose: 'cover',
        type: 1,
        url: pictures.large,
        mime: sizes.large.mime,
        bytes: sizes.large.bytes.length,
        width: pictures.width,
        height: pictures.height,
        durationMs: undefined,
        sha256: sha256(bytes).toString('hex'),
        pictures,
      },
      deps.ctx.clock.now(),
    );
    return { id, pictures };
  });
}

async function checkUnused({ policy }: NftDeps, tx: Tx, user: UserId): Promise<void> {
  await lockFor(tx, 'nft uploads', user);
  if ((await countUnused(tx, user)) >= policy.maxUnused)
    refuse('nft_uploads_full', { max: policy.maxUnused });
}

export interface ArtworkRequest {
  readonly upload: number;
  readonly cover: number | undefined;
  readonly name: string;
  readonly description: string;
  readonly rarity: NftRarity;
  readonly editions: number;
  readonly royaltyRate: Rate;
  readonly collectionId: number | undefined;
}

async function checkArtwork(
  { policy }: NftDeps,
  tx: Tx,
  user: UserId,
  request: ArtworkRequest,
): Promise<void> {
  checkTexts(request.name, NAME_MAX, request.description, DESCRIPTION_MAX);
  if (request.editions > policy.maxEditions) refuse('nft_editions', { max: policy.maxEditions });
  if (request.royaltyRate > policy.maxRoyalty)
    refuse('nft_royalty', { max: format(percentFromRate(policy.maxRoyalty)) });
  if (request.collectionId === undefined) return;
  const collection = await findCollection(tx, request.collectionId);
  if (collection?.artist !== user) refuse('nft_collection_unknown');
}

/** Sends a work to the operators. Refuses what the contract lists for `createArtwork`. */
export async function createArtwork(
  deps: NftDeps,
  tx: Tx,
  user: UserId,
  request: ArtworkRequest,
): Promise<Artwork> {
  await needArtist(deps, tx, user);
  await checkArtwork(deps, tx, user, request);
  const upload = (await takeUpload(tx, user, request.upload, 'work')) ?? refuse('nft_upload_unknown');
  if (await isFileKnown(tx, upload.sha256)) refuse('nft_work_known');
  const cover = request.cover === undefined ? undefined : await takeUpload(tx, user, request.cover, 'cover');
  if (request.cover !== undefined && !cover) refuse('nft_upload_unknown');
  const pictures = upload.pictures ?? cover?.pictures ?? refuse('nft_cover_required');
  return insertArtwork(tx, {
    artist: user,
    collectionId: request.collectionId,
    name: request.name,
    description: request.description,
    type: upload.type,
    rarity: request.rarity,
    editions: request.editions,
    royaltyRate: request.royaltyRate,
    mediaUrl: upload.url,
    mime: upload.mime,
    bytes: upload.bytes,
    durationMs: upload.durationMs,
    sha256: upload.sha256,
    pictures,
    createdMs: deps.ctx.clock.now(),
  });
}
