import { EyeOff } from 'lucide-react';
import { useState } from 'react';
import { useAction, useGet } from '../../lib/query.ts';
import { useText } from '../../lib/text.ts';
import { Button, Empty, IconButton, List, ListRow, Loaded, Sheet } from '../../ui/index.ts';
import { chatText } from './text.ts';

function Blocked() {
  const t = useText(chatText);
  const blocked = useGet('chat/blocked', {});
  const show = useAction('chat/block', {
    invalidates: ['chat/blocked', 'chat/messages'],
    awaitRefetch: true,
  });
  return (
    <Loaded query={blocked} empty={<Empty icon={<EyeOff />} text={t('blocked_none')} next="beside" />}>
      {(authors) => (
        <List>
          {authors.map(({ author_id: author, nickname }) => (
            <ListRow
              key={author}
              title={nickname}
              end={
                <Button
                  variant="plain"
                  size="sm"
                  busy={show.isPending && show.variables.author_id === author}
                  onClick={() => show.mutate({ author_id: author, blocked: 'false' })}
                >
                  {t('unblock')}
                </Button>
              }
            />
          ))}
        </List>
      )}
    </Loaded>
  );
}

/** The authors that the reader has blocked, with the way back. */
export function BlockedList() {
  const t = useText(chatText);
  const [open, setOpen] = useState(false);
  return (
    <>
      <IconButton label={t('blocked')} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <EyeOff aria-hidden="true" />
      </IconButton>
      <Sheet open={open} onClose={() => setOpen(false)} title={t('blocked')}>
        <div className="min-h-[40dvh] px-4 pb-4">
          <Blocked />
        </div>
      </Sheet>
    </>
  );
}
