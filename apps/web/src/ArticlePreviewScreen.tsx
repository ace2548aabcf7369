import { CATEGORIES } from '@karat/contract';
import type { ArticlePreview } from '@karat/contract';
import { BannerCard } from './features/home/BannerCard.tsx';
import { NoticeSheet } from './features/home/NoticeSheet.tsx';
import { Card, Prose } from './ui/index.ts';
import { ArticleText } from './features/content/ArticleText.tsx';

const nothing = (): void => undefined;

/** An article at the place of its category, before it is published. */
function Placed({ preview }: { readonly preview: ArticlePreview }) {
  const { title, abstract, content, thumbnail, link, at_ms: at } = preview;
  const article = { title, content, thumbnail, created_ms: at };
  switch (preview.c_id) {
    case CATEGORIES.news:
      return <ArticleText {...article} />;
    case CATEGORIES.banners:
      return (
        <>
          <div className="flex">
            <BannerCard {...{ title, abstract, thumbnail }} place={0} onOpen={nothing} />
          </div>
          {link === null && (
            <div className="mt-6">
              <ArticleText {...article} />
            </div>
          )}
        </>
      );
    case CATEGORIES.popup:
      return <NoticeSheet title={title} content={content} close={nothing} />;
    case CATEGORIES.faq:
    case CATEGORIES.about:
    case CATEGORIES.rebate:
    case CATEGORIES.contact:
    case CATEGORIES.compliance:
      return (
        <Card className="p-5">
          <h2 className="mb-3 text-lg font-semibold">{title}</h2>
          <Prose content={content} />
        </Card>
      );
  }
}

/** The page that the console frames. */
export const ArticlePreviewScreen = ({ preview }: { readonly preview: ArticlePreview }) => (
  <main className="min-h-dvh bg-bg p-4 text-ink">
    <Placed preview={preview} />
  </main>
);
