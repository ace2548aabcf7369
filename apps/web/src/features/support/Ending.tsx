import { Star } from 'lucide-react';
import { useId, useState } from 'react';
import { succeeded } from '../../lib/succeeded.ts';
import { useText } from '../../lib/text.ts';
import { Button, Field, LinkButton, cx } from '../../ui/index.ts';
import { COMMENT_MAX } from './limits.ts';
import type { Conversation } from './log.ts';
import { supportText } from './text.ts';
import type { Rating, Transport } from './transport.ts';

const STARS = [1, 2, 3, 4, 5] as const;
type Stars = Rating['stars'];

/** Five stars as radio buttons. */
function StarField({
  value,
  onValue,
}: {
  readonly value: Stars | null;
  readonly onValue: (stars: Stars) => void;
}) {
  const t = useText(supportText);
  const name = useId();
  return (
    <fieldset className="flex justify-center gap-1">
      <legend className="sr-only">{t('rate')}</legend>
      {STARS.map((stars) => (
        <label
          key={stars}
          className="grid size-11 cursor-pointer place-items-center rounded-full has-focus-visible:outline-2 has-focus-visible:outline-gold-ink"
        >
          <input
            type="radio"
            name={name}
            checked={value === stars}
            onChange={() => onValue(stars)}
            className="sr-only"
            aria-label={t('stars', { count: stars })}
          />
          <Star
            className={cx(
              'size-8 transition-colors',
              value !== null && stars <= value ? 'fill-gold text-gold' : 'text-faint',
            )}
            aria-hidden="true"
          />
        </label>
      ))}
    </fieldset>
  );
}

interface EndingProps {
  readonly conversation: Conversation;
  readonly transport: Transport;
  readonly onRated: (conversation: Conversation) => void;
  readonly onAgain?: (() => void) | undefined;
}

/** In place of the composer of a closed conversation: its rating, and the way to a new one. */
export function Ending({ conversation: { id, rating }, transport, onRated, onAgain }: EndingProps) {
  const t = useText(supportText);
  const [stars, setStars] = useState<Stars | null>(null);
  const [comment, setComment] = useState('');
  const [busy, setBusy] = useState(false);
  const rate = async (given: Stars): Promise<void> => {
    setBusy(true);
    const words = comment.trim();
    await succeeded(
      transport.rate(id, { stars: given, ...(words === '' ? {} : { comment: words }) }).then(onRated),
    );
    setBusy(false);
  };
  return (
    <div className="flex flex-col gap-3 border-t border-line bg-bg px-4 pt-4 safe-bottom">
      {rating === null ? (
        <>
          <p className="text-center text-base font-semibold">{t('rate')}</p>
          <StarField value={stars} onValue={setStars} />
          {stars !== null && (
            <>
              <Field
                label={t('rate_comment')}
                value={comment}
                onValue={setComment}
                maxLength={COMMENT_MAX}
                placeholder={t('rate_comment')}
                hideLabel
              />
              <Button size="lg" wide busy={busy} onClick={() => void rate(stars)}>
                {t('rate_send')}
              </Button>
            </>
          )}
        </>
      ) : (
        <p className="text-center text-sm text-muted">
          {t('rated')} <span aria-hidden="true">{'★'.repeat(rating)}</span>
          <span className="sr-only">{t('stars', { count: rating })}</span>
        </p>
      )}
      {onAgain ? (
        <Button variant="plain" wide onClick={onAgain}>
          {t('again')}
        </Button>
      ) : (
        <LinkButton variant="plain" wide to="/pages/kf/kf" replace>
          {t('again')}
        </LinkButton>
      )}
    </div>
  );
}
