import { useMutation, useQueryClient } from '@tanstack/react-query';
import { App } from 'antd';

/**
 * Sends a decision; when it is taken it is said, every list is read anew and `done` is called. What is looked at once (`meta.once`,
 * each look stands in the audit log) is not read again behind the operator's back.
 */
export function useDecision<Sent, Reply>(
  send: (sent: Sent) => Promise<Reply>,
  said: string | ((reply: Reply) => string),
  done: () => void,
) {
  const queries = useQueryClient();
  const { message } = App.useApp();
  return useMutation({
    mutationFn: send,
    onSuccess: async (reply) => {
      void message.success(typeof said === 'string' ? said : said(reply));
      done();
      await queries.invalidateQueries({ predicate: ({ meta }) => meta?.['once'] !== true });
    },
  });
}
