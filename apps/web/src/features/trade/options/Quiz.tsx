import { go } from '../../../lib/navigation.ts';
import { useAction, useGet } from '../../../lib/query.ts';
import { useText } from '../../../lib/text.ts';
import { toast } from '../../../lib/toast.ts';
import { RiskQuiz } from '../../../ui/risk/index.ts';
import { optionsText } from './text.ts';

/** Quiz required before the first option. */
export default function Quiz() {
  const t = useText(optionsText);
  const quiz = useGet('microtrade/quiz', {});
  const answering = useAction('microtrade/quiz_answer', {
    invalidates: ['microtrade/record'],
    onDone: ({ passed }) => {
      if (passed) toast(t('quiz_passed'));
    },
    onSuccessNavigate: ({ passed }) => passed && go.back('/pages/transaction/index2'),
  });
  return (
    <RiskQuiz quiz={quiz} answering={answering} lead={t('quiz_lead')} back="/pages/transaction/index2" />
  );
}
