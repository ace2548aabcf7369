import { useQueryClient } from '@tanstack/react-query';
import { App } from 'antd';
import { useSingleMutation } from '../lib/useSingleMutation.ts';

/**
 * Sends a decision; on success it shows a message, invalidates all lists and calls `done`. Audited reads (`meta.once`)
 * are not repeated.
 */
export function useDecision<Sent, Reply>(
  send: (sent: Sent) => Promise<Reply>,
  said: string | ((reply: Reply) => string),
  done: () => void,
) {
  const queries = useQueryClient();
  const { message } = App.useApp();
  return useSingleMutation({
    mutationFn: send,
    onSuccess: async (reply) => {
      void message.success(typeof said === 'string' ? said : said(reply));
      done();
      await queries.invalidateQueries({ predicate: ({ meta }) => meta?.['once'] !== true });
    },
  });
}
