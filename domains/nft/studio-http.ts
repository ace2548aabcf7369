import { pageReply, refuse, wireTime } from '@karat/contract';
import type { Contract, Reply, UserId } from '@karat/contract';
import { format, percentFromRate, rateFromPercent } from '@karat/money';
import type { Handlers } from '@karat/platform/http';
import { findArtist, findCollection } from './artist-store.ts';
import { artworkList, codesOf } from './artwork-store.ts';
import type { Upload } from './artwork-store.ts';
import type { NftDeps } from './deps.ts';
import { collectionViews } from './http.ts';
import { itemByCode } from './item-store.ts';
import { orderOfUser } from './order-store.ts';
import { insertReport, reportList } from './report-store.ts';
import { findSeries } from './series-store.ts';
import {
  IMAGE_LIMIT,
  MEDIA_LIMITS,
  applyAsArtist,
  createArtwork,
  saveCollection,
  uploadCover,
  uploadWork,
} from './studio.ts';
import { subjectsOf } from './tile-store.ts';
import type { Artwork } from './types.ts';
import { DONE } from './view.ts';

type Calls = Contract['nft'];
export type StudioPath =
  | 'bind_box/getMyArtist'
  | 'bind_box/applyArtist'
  | 'bind_box/saveCollection'
  | 'bind_box/uploadArtwork'
  | 'bind_box/uploadCover'
  | 'bind_box/createArtwork'
  | 'bind_box/getMyArtworks'
  | 'bind_box/report'
  | 'bind_box/getMyReports';

const REPORT_MAX = 1_000;

async function ownArtist(
  { ctx, policy }: NftDeps,
  user: UserId,
): Promise<Reply<Calls['bind_box/getMyArtist']>> {
  const artist = await findArtist(ctx.db, user);
  return {
    uid: user,
    state: artist?.state ?? 'none',
    reason: artist?.reason ?? null,
    note: artist?.note ?? null,
    name: artist?.name ?? '',
    bio: artist?.bio ?? '',
    limits: {
      image_bytes: IMAGE_LIMIT,
      gif_bytes: MEDIA_LIMITS.gif.bytes,
      audio_bytes: MEDIA_LIMITS.audio.bytes,
      audio_seconds: MEDIA_LIMITS.audio.seconds,
      video_bytes: MEDIA_LIMITS.video.bytes,
      video_seconds: MEDIA_LIMITS.video.seconds,
      max_editions: policy.maxEditions,
    },
  };
}

const uploadView = (upload: Upload): Reply<Calls['bind_box/uploadArtwork']> => ({
  id: upload.id,
  type: upload.type,
  mime: upload.mime,
  bytes: upload.bytes,
  width: upload.width ?? null,
  height: upload.height ?? null,
  duration_ms: upload.durationMs ?? null,
  sha256: upload.sha256,
  url: upload.url,
  image: upload.pictures ?? null,
});

const artworkView = (artwork: Artwork, codes: string[]): Reply<Calls['bind_box/createArtwork']> => ({
  id: artwork.id,
  name: artwork.name,
  description: artwork.description,
  type: artwork.type,
  rarity: artwork.rarity,
  editions: artwork.editions,
  royalty_percent: format(percentFromRate(artwork.royaltyRate)),
  collection_id: artwork.collectionId ?? null,
  image: artwork.pictures,
  sha256: artwork.sha256,
  state: artwork.state,
  reason: artwork.reason ?? null,
  note: artwork.note ?? null,
  codes,
  created_at: wireTime(artwork.createdMs),
  created_ms: artwork.createdMs,
});

function reports(deps: NftDeps) {
  const { ctx } = deps;
  return {
    'bind_box/report': async ({ input, caller }) => {
      if (input.text.length > REPORT_MAX) refuse('nft_text_too_long', { max: REPORT_MAX });
      const item = await itemByCode(ctx.db, input.code);
      if (!item && !(await findSeries(ctx.db, { code: input.code }))) refuse('nft_unknown');
      const order =
        input.order === undefined ? undefined : await orderOfUser(ctx.db, caller.userId, input.order);
      if (input.order !== undefined && order?.code !== input.code) refuse('nft_order_unknown');
      const report = {
        user: caller.userId,
        code: input.code,
        artworkId: item?.artworkId,
        orderId: order?.id,
        reason: input.reason,
        text: input.text,
      };
      const added = await ctx.db.transact((tx) => insertReport(tx, report, ctx.clock.now()));
      if (added === 0) refuse('nft_report_open');
      return DONE;
    },
    'bind_box/getMyReports': async ({ input, caller }) => {
      const { rows, total } = await reportList(ctx.db, { user: caller.userId }, input);
      const subjects = await subjectsOf(
        ctx.db,
        rows.map(({ code }) => code),
        caller.userId,
      );
      const views = rows.map((report) => ({
        id: report.id,
        code: report.code,
        name: subjects.get(report.code)?.name ?? '',
        reason: report.reason,
        text: report.text,
        state: report.state,
        answer: report.answer ?? null,
        created_at: wireTime(report.createdMs),
        created_ms: report.createdMs,
      }));
      return pageReply(views, total, input.page, input.limit);
    },
  } satisfies Partial<Handlers<Calls>>;
}

/** Calls of artists, and reports of users. */
export const studioHandlers = (deps: NftDeps): Pick<Handlers<Calls>, StudioPath> => {
  const { ctx } = deps;
  return {
    ...reports(deps),
    'bind_box/getMyArtist': ({ caller }) => ownArtist(deps, caller.userId),
    'bind_box/applyArtist': async ({ input, caller }) => {
      await ctx.db.transact((tx) => applyAsArtist(deps, tx, caller.userId, input));
      return ownArtist(deps, caller.userId);
    },
    'bind_box/saveCollection': async ({ input, caller }) => {
      const { id, name, description } = input;
      const saved = await ctx.db.transact((tx) =>
        saveCollection(deps, tx, caller.userId, { id, name, description }),
      );
      const collection = (await findCollection(ctx.db, saved)) ?? refuse('nft_collection_unknown');
      const [view] = await collectionViews(deps, [collection]);
      return view ?? refuse('nft_collection_unknown');
    },
    'bind_box/uploadArtwork': async ({ caller, file }) =>
      uploadView(await uploadWork(deps, caller.userId, (file ?? refuse('parameter_error')).bytes)),
    'bind_box/uploadCover': async ({ caller, file }) => {
      const cover = await uploadCover(deps, caller.userId, (file ?? refuse('parameter_error')).bytes);
      return { id: cover.id, image: cover.pictures };
    },
    'bind_box/createArtwork': async ({ input, caller }) => {
      const request = {
        upload: input.upload,
        cover: input.cover,
        name: input.name,
        description: input.description,
        rarity: input.rarity,
        editions: input.editions,
        royaltyRate: rateFromPercent(input.royalty_percent),
        collectionId: input.collection_id,
      };
      const artwork = await ctx.db.transact((tx) => createArtwork(deps, tx, caller.userId, request));
      return artworkView(artwork, []);
    },
    'bind_box/getMyArtworks': async ({ input, caller }) => {
      const { rows, total } = await artworkList(ctx.db, { artist: caller.userId }, input);
      const codes = await codesOf(
        ctx.db,
        rows.map(({ id }) => id),
      );
      const views = rows.map((artwork) => artworkView(artwork, codes.get(artwork.id) ?? []));
      return pageReply(views, total, input.page, input.limit);
    },
  };
};
