import type { Context } from '@karat/platform/context';
import { articles } from './articles/index.ts';
import { slugExists } from './store.ts';
import * as store from './version-store.ts';

/** Inserts the shipped articles, each once, and publishes them. */
export async function seedArticles(ctx: Context): Promise<void> {
  await ctx.db.transact(async (tx) => {
    for (const { slug, category, position, link, demoOnly, texts } of articles) {
      if (demoOnly && !ctx.demo) continue;
      if (await slugExists(tx, slug)) continue;
      const at = ctx.clock.now();
      const article = await store.insertArticle(tx, category, slug, at);
      const version = await store.insertVersion(
        tx,
        article,
        { position, link, thumbnail: null, texts },
        null,
        at,
      );
      const shipped = { endsMs: null, requestedBy: null, decidedBy: null };
      await store.insertPublication(tx, { article, version, startsMs: at, ...shipped }, at);
    }
  });
}
