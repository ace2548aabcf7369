import { useIdle } from '../../lib/idle.ts';
import { useText } from '../../lib/text.ts';
import { Button, Prose, Sheet } from '../../ui/index.ts';
import { homeText } from './text.ts';

/** The start notice in its sheet. */
export function NoticeSheet({
  title,
  content,
  close,
}: {
  readonly title: string;
  readonly content: string;
  readonly close: () => void;
}) {
  const t = useText(homeText);
  // Its elements are made in one task, and the browser computes their styles for the dialog in another.
  const open = useIdle();
  return (
    <Sheet open={open} title={title} onClose={close}>
      <div className="flex flex-col gap-3 px-5 pb-2">
        <Prose content={content} />
        <Button wide size="lg" className="mt-3" onClick={close}>
          {t('got_it')}
        </Button>
      </div>
    </Sheet>
  );
}
