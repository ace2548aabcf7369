import { useState } from 'react';
import { api } from '../../lib/api.ts';
import { usePreferences } from '../../lib/preferences.ts';
import { receiverProblem, tidyReceiver } from '../../ui/account/rules.ts';
import type { By, Problem } from '../../ui/account/rules.ts';

/** Who a form is about: what was typed, and what the wire wants of it. */
export function useReceiver() {
  const area = usePreferences((state) => state.area);
  const [by, setBy] = useState<By>('email');
  const [typed, setTyped] = useState({ email: '', mobile: '' });
  const value = typed[by];
  return {
    by,
    field: { by, value, onBy: setBy, onValue: (text: string) => setTyped({ ...typed, [by]: text }) },
    problem: receiverProblem(by, value),
    /** `user_string` and, for phones, the dialling code. */
    sent: { user_string: tidyReceiver(by, value), ...(by === 'mobile' ? { area_code: area } : {}) },
  };
}

type Receiver = ReturnType<typeof useReceiver>;

/** Sends a code for `type`; answers whether it is on its way. What is wrong with the receiver is told to `onProblem`. */
export async function sendCode(
  receiver: Receiver,
  type: 'register' | 'forget' | 'unfreeze',
  onProblem: (problem: Problem) => void,
): Promise<boolean> {
  if (receiver.problem) {
    onProblem(receiver.problem);
    return false;
  }
  return api.post('sms_mail', { ...receiver.sent, type }).then(
    () => true,
    () => false,
  );
}
