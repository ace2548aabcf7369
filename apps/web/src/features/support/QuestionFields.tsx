import type { FieldState } from '../../lib/form-state.ts';
import { useText } from '../../lib/text.ts';
import { Field, TextArea } from '../../ui/index.ts';
import { SUBJECT_MAX, SUBJECT_MIN, TEXT_MAX } from './limits.ts';
import { supportText } from './text.ts';

/** Whether subject and text can be sent. */
export const isComplete = ({ subject, text }: { readonly subject: string; readonly text: string }): boolean =>
  subject.trim().length >= SUBJECT_MIN && text.trim() !== '';

interface QuestionFieldsProps {
  readonly subject: FieldState;
  readonly text: FieldState;
}

/** Subject and text of a question. */
export function QuestionFields({ subject, text }: QuestionFieldsProps) {
  const t = useText(supportText);
  const isShort = subject.value.trim().length < SUBJECT_MIN;
  return (
    <>
      <Field
        label={t('subject')}
        value={subject.value}
        onValue={subject.onValue}
        maxLength={SUBJECT_MAX}
        error={subject.errorFor(isShort ? t('subject_short') : null)}
      />
      <TextArea
        label={t('question')}
        value={text.value}
        onValue={text.onValue}
        maxLength={TEXT_MAX}
        error={text.errorFor(text.value.trim() === '' ? t('text_missing') : null)}
      />
    </>
  );
}
