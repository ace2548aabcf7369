import { useState } from 'react';
import { useGet } from '../../lib/query.ts';
import { shellText } from '../../lib/shell-text.ts';
import { storage } from '../../lib/storage.ts';
import { useText } from '../../lib/text.ts';
import { Button, Sheet } from '../../ui/index.ts';

const SEEN = 'notice_seen';

/** The start notice, shown once per publication. */
export function Notice() {
  const shell = useText(shellText);
  const notice = useGet('news/index_pop', {}, { freshMs: Infinity });
  const [seen, setSeen] = useState(() => storage.read(SEEN));
  if (!notice.data || seen === notice.data.id) return null;
  const { id, title, content } = notice.data;
  const close = (): void => {
    storage.write(SEEN, id);
    setSeen(id);
  };
  return (
    <Sheet open title={title} onClose={close}>
      <div className="flex flex-col gap-3 px-5 pb-2 text-base">
        {content.split('\n\n').map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
        <Button wide size="lg" className="mt-3" onClick={close}>
          {shell('confirm')}
        </Button>
      </div>
    </Sheet>
  );
}
