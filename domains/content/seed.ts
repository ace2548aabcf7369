import type { Context } from '@karat/platform/context';
import { articles } from './articles/index.ts';
import * as store from './store.ts';

/** Inserts the shipped articles, each once. */
export async function seedArticles(ctx: Context): Promise<void> {
  await ctx.db.transact(async (tx) => {
    for (const { slug, category, position, link, demoOnly, texts } of articles) {
      if (demoOnly && !ctx.demo) continue;
      if (await store.slugExists(tx, slug)) continue;
      await store.insertArticle(
        tx,
        { category, position, link, thumbnail: null, published: true, texts },
        slug,
        ctx.clock.now(),
      );
    }
  });
}
