import type { ReactNode } from 'react';
import { useText } from '../../lib/text.ts';
import type { Reference } from './log.ts';
import { ReferenceCard } from './ReferenceCard.tsx';
import { supportText } from './text.ts';

interface MessageBodyProps {
  readonly text: string;
  /** The stored picture. */
  readonly picture?: ReactNode;
  /** The picture of a message that is being sent. */
  readonly preview?: string | null;
  readonly reference: Reference | null;
}

/** Text, picture and record of a message. */
export function MessageBody({ text, picture, preview = null, reference }: MessageBodyProps) {
  const t = useText(supportText);
  return (
    <>
      {preview !== null && (
        <img
          src={preview}
          alt={t('picture')}
          className="my-1 max-h-64 max-w-full rounded-md object-contain"
        />
      )}
      {picture}
      {reference !== null && <ReferenceCard reference={reference} />}
      {text}
    </>
  );
}
