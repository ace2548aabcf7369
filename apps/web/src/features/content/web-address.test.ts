import { expect, test } from 'vitest';
import { readWebAddress } from './web-address.ts';

const read = (text: string | undefined) =>
  readWebAddress(text, 'https://karat.example', ['project.example', 'project.example:8443']);

test('an address of the app opens in the app', () => {
  for (const text of [
    'https://karat.example/#/pages/common/faq?id=3',
    '/#/pages/common/faq?id=3',
    '/pages/common/faq?id=3',
  ]) {
    expect(read(text), text).toEqual({ kind: 'app', address: '/pages/common/faq?id=3' });
  }
});

test('a document of the own site is framed', () => {
  expect(read('/docs')).toEqual({ kind: 'document', href: 'https://karat.example/docs' });
});

test('a listed site is offered as a link with its host name', () => {
  for (const host of ['project.example', 'project.example:8443']) {
    expect(read(`https://${host}/a?b=1`)).toEqual({ kind: 'listed', href: `https://${host}/a?b=1`, host });
  }
});

test('other sites, scripts, plain http, user names in addresses and unknown own addresses are refused', () => {
  for (const text of [
    'https://elsewhere.example',
    'https://project.example.evil.example',
    'https://sub.project.example',
    'https://project.example:9443',
    '//elsewhere.example',
    'javascript:alert(1)',
    'data:text/html,x',
    'http://project.example',
    'https://karat.example@evil.example',
    'https://user@project.example',
    '/console/',
    '/api/user/info',
    '/#/pages/nowhere',
    '/#/pages/common/webView?url=/docs',
    undefined,
  ]) {
    expect(read(text), String(text)).toEqual({ kind: 'refused' });
  }
});
