import { refuse } from '@karat/contract';
import type { Contract } from '@karat/contract';
import { editable, history, publishable, remove, save, versionOf, withdraw } from '@karat/domains/content';
import type { Context } from '@karat/platform/context';
import type { Files } from '@karat/platform/files';
import type { Handlers } from '@karat/platform/http';
import { reencode } from '@karat/platform/images';
import { requestApproval } from './approvals.ts';
import { ARTICLE_PUBLICATION, articlePublication, payloadOf, publicationOf } from './article-publication.ts';
import { auditedBy } from './audited.ts';

type Calls = Pick<
  Handlers<Contract['operators']>,
  | 'console/articles'
  | 'console/article_version'
  | 'console/article_versions'
  | 'console/article_save'
  | 'console/article_picture'
  | 'console/article_publish'
  | 'console/article_withdraw'
  | 'console/article_delete'
>;

/** Articles and banners: one operator saves, two publish, one withdraws. */
export function articleHandlers(ctx: Context, files: Pick<Files, 'keep'>): Calls {
  const audited = auditedBy(ctx);
  const { present } = articlePublication(ctx);
  return {
    'console/articles': ({ input }) => editable(ctx.db, ctx.clock.now(), input.c_id, input.page, input.limit),
    'console/article_version': async ({ input }) =>
      (await versionOf(ctx.db, input.id)) ?? refuse('article_unknown'),
    'console/article_versions': async ({ input }) => {
      const versions = await history(ctx.db, input.id, input.page, input.limit);
      return {
        ...versions,
        data: versions.data.map((row) => ({ ...row, publications: [...row.publications] })),
      };
    },
    'console/article_save': ({ input, caller }) => {
      const { id, c_id: category, link, position, texts } = input;
      const thumbnail = input.thumbnail === '' ? null : input.thumbnail;
      const article = { category, link, thumbnail, position, texts };
      return audited(caller, 'save article', `article:${id === 0 ? 'new' : id}`, { category }, (tx) =>
        save(tx, id, article, { by: caller.login, at: ctx.clock.now() }),
      );
    },
    'console/article_picture': async ({ caller, file }) => {
      const { bytes, mime } = await reencode((file ?? refuse('image_invalid')).bytes);
      return audited(caller, 'upload article picture', 'articles', {}, (tx) =>
        files.keep(tx, { owner: caller.operatorId, visibility: 'public', mime, bytes }),
      );
    },
    'console/article_publish': ({ input, caller }) =>
      ctx.db.transact(async (tx) => {
        const payload = payloadOf(input);
        const version = await publishable(tx, publicationOf(payload), ctx.clock.now());
        return requestApproval(ctx, tx, caller, {
          ...{ kind: ARTICLE_PUBLICATION, subject: `article:${version.article_id}`, payload },
          ...{ reason: input.reason, present },
        });
      }),
    'console/article_withdraw': async ({ input, caller }) => {
      const { id, reason } = input;
      await audited(caller, 'withdraw article', `article:${id}`, { reason }, (tx) =>
        withdraw(tx, id, caller.login, ctx.clock.now()),
      );
      return 'ok' as const;
    },
    'console/article_delete': async ({ input, caller }) => {
      await audited(caller, 'delete article', `article:${input.id}`, {}, (tx) => remove(tx, input.id));
      return 'ok' as const;
    },
  };
}
