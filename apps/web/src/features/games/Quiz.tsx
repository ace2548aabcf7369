import { go } from '../../lib/navigation.ts';
import { useAction, useGet } from '../../lib/query.ts';
import { useText } from '../../lib/text.ts';
import { toast } from '../../lib/toast.ts';
import { RiskQuiz } from '../../ui/risk/index.ts';
import { gamesText } from './text.ts';

/** Quiz required before the first guess. */
export default function Quiz() {
  const t = useText(gamesText);
  const quiz = useGet('game/quiz', {});
  const answering = useAction('game/quiz_answer', {
    invalidates: ['game/config'],
    onDone: ({ passed }) => {
      if (passed) toast(t('quiz_passed'));
    },
    onSuccessNavigate: ({ passed }) => passed && go.back('/pages/game/game'),
  });
  return <RiskQuiz quiz={quiz} answering={answering} lead={t('quiz_lead')} back="/pages/game/game" />;
}
