import { expect, test } from 'vitest';
import { LINE, fileAddress, onLine, socketAddress } from './line.ts';

test('without a choice the service is reached by the origin of the app', () => {
  expect(LINE).toBe('');
  expect(socketAddress(LINE, 'http://127.0.0.1:3000')).toBe('ws://127.0.0.1:3000/ws');
});

test('the socket of a line has its host and encryption', () => {
  expect(socketAddress('https://asia.karat.example', 'http://127.0.0.1:3000')).toBe(
    'wss://asia.karat.example/ws',
  );
});

test('pictures and files of the service are loaded on the line, others where they are', () => {
  expect(onLine('/files/a')).toBe('/files/a');
  expect(fileAddress('https://asia.karat.example', '/files/a')).toBe('https://asia.karat.example/files/a');
  expect(fileAddress('https://asia.karat.example', 'blob:a')).toBe('blob:a');
});
