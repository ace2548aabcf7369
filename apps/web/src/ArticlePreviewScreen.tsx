import type { ArticlePreview } from '@karat/contract';
import { BannerCard } from './features/home/BannerCard.tsx';
import { NoticeSheet } from './features/home/NoticeSheet.tsx';
import { Card } from './ui/index.ts';
import { ArticleText } from './features/content/ArticleText.tsx';
import { Prose } from './features/content/Prose.tsx';

const nothing = (): void => undefined;

/** An article at the place of its category, before it is published. */
function Placed({ preview }: { readonly preview: ArticlePreview }) {
  const { title, abstract, content, link, at_ms: at } = preview;
  switch (preview.c_id) {
    case 4:
      return <ArticleText title={title} content={content} created_ms={at} />;
    case 5:
      return (
        <>
          <div className="flex">
            <BannerCard title={title} abstract={abstract} place={0} onOpen={nothing} />
          </div>
          {link === null && (
            <div className="mt-6">
              <ArticleText title={title} content={content} created_ms={at} />
            </div>
          )}
        </>
      );
    case 32:
      return <NoticeSheet title={title} content={content} close={nothing} />;
    case 18:
    case 19:
    case 23:
    case 33:
    case 34:
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
