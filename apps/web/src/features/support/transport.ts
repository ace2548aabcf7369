import { api } from '../../lib/api.ts';
import type { ReplyOf } from '../../lib/calls.ts';
import type { Conversation, Reference } from './log.ts';

/** What a message carries. */
export interface Content {
  readonly text: string;
  /** Address of an uploaded picture, and its preview. */
  readonly picture?: { readonly address: string; readonly shown: string };
  readonly reference?: Reference;
}

export type MessageList = ReplyOf<'support/messages'>;
export type Sent = ReplyOf<'support/send'>;

interface Window {
  readonly after?: number;
  readonly before?: number;
}

export interface Rating {
  readonly stars: 1 | 2 | 3 | 4 | 5;
  readonly comment?: string;
}

/** The calls of a conversation, of a user or of a visitor. */
export interface Transport {
  /** Messages arrive on the user's channel; those of visitors are polled. */
  readonly isLive: boolean;
  /** Whether own records can be attached. */
  readonly hasRecords: boolean;
  /** Uploads a picture to send. Returns its address. */
  readonly upload: (picture: Blob) => Promise<string>;
  /** The picture of a message. */
  readonly picture: (id: number, message: number) => Promise<Blob>;
  readonly list: (id: number, window: Window) => Promise<MessageList>;
  /** Without an id to the open chat, which is opened if there is none. */
  readonly send: (id: number | undefined, clientId: string, content: Content) => Promise<Sent>;
  readonly read: (id: number, seq: number) => Promise<unknown>;
  readonly typing: (id: number) => Promise<unknown>;
  readonly close: (id: number) => Promise<Conversation>;
  readonly rate: (id: number, rating: Rating) => Promise<Conversation>;
  readonly transcript: (id: number) => Promise<unknown>;
}

const QUIET = { quiet: true } as const;

export const userTransport: Transport = {
  isLive: true,
  hasRecords: true,
  upload: (picture) => api.upload(picture),
  picture: (id, message) => api.file('support/picture', { id, message_id: message }, QUIET),
  list: (id, window) => api.get('support/messages', { id, ...window }, QUIET),
  send: (id, clientId, { text, picture, reference }) =>
    api.post(
      'support/send',
      {
        ...(id === undefined ? {} : { id }),
        client_id: clientId,
        ...(text === '' ? {} : { text }),
        ...(picture ? { file: picture.address } : {}),
        ...(reference ? { reference_kind: reference.kind, reference_id: reference.id } : {}),
      },
      { ...QUIET, key: clientId },
    ),
  read: (id, seq) => api.post('support/read', { id, seq }, QUIET),
  typing: (id) => api.post('support/typing', { id }, QUIET),
  close: (id) => api.post('support/close', { id }),
  rate: (id, rating) => api.post('support/rate', { id, ...rating }),
  transcript: (id) => api.post('support/transcript', { id }),
};

/** Calls with the token of a visitor's conversation. */
export const visitorTransport = (token: string): Transport => ({
  isLive: false,
  hasRecords: false,
  upload: (picture) => api.uploadTo('support/visitor/upload', picture, {}, { token }),
  picture: (_id, message) =>
    api.postForFile('support/visitor/picture', { token, message_id: message }, QUIET),
  list: (_id, window) => api.post('support/visitor/messages', { token, ...window }, QUIET),
  send: (_id, clientId, { text, picture }) =>
    api.post(
      'support/visitor/send',
      {
        ...{ token, client_id: clientId },
        ...(text === '' ? {} : { text }),
        ...(picture ? { file: picture.address } : {}),
      },
      { ...QUIET, key: clientId },
    ),
  read: (_id, seq) => api.post('support/visitor/read', { token, seq }, QUIET),
  typing: () => api.post('support/visitor/typing', { token }, QUIET),
  close: () => api.post('support/visitor/close', { token }),
  rate: (_id, rating) => api.post('support/visitor/close', { token, ...rating }),
  transcript: () => api.post('support/visitor/transcript', { token }),
});
