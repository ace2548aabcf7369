import { useState } from 'react';
import { useIdle } from '../../lib/idle.ts';
import { useGet } from '../../lib/query.ts';
import { storage } from '../../lib/storage.ts';
import { NoticeSheet } from './NoticeSheet.tsx';

const SEEN = 'notice_seen';

/** The start notice, shown once per publication. */
export function Notice() {
  // A dialog makes the browser compute all styles and the layout at once: not while the screen is drawn.
  const enabled = useIdle();
  const notice = useGet('news/index_pop', {}, { freshMs: Infinity, enabled });
  const [seen, setSeen] = useState(() => storage.read(SEEN));
  if (!notice.data || seen === notice.data.id) return null;
  const { id, title, content } = notice.data;
  const close = (): void => {
    storage.write(SEEN, id);
    setSeen(id);
  };
  return <NoticeSheet title={title} content={content} close={close} />;
}
