import type { Reference } from './log.ts';
import { PrivatePicture } from './PrivatePicture.tsx';
import { ReferenceCard } from './ReferenceCard.tsx';
import { useText } from '../../lib/text.ts';
import { supportText } from './text.ts';

interface MessageBodyProps {
  readonly text: string;
  /** Address of a stored picture. */
  readonly file?: string | null;
  /** The picture of a message that is being sent. */
  readonly preview?: string | null;
  readonly reference: Reference | null;
}

/** Text, picture and record of a message. */
export function MessageBody({ text, file = null, preview = null, reference }: MessageBodyProps) {
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
      {file !== null && <PrivatePicture address={file} />}
      {reference !== null && <ReferenceCard reference={reference} />}
      {text}
    </>
  );
}
