import { cleanup } from '@testing-library/react';
import { afterEach, beforeEach, vi } from 'vitest';
import { setToken } from '../lib/session.ts';
import { server } from './console.tsx';

// Runs for every test file, where modules are evaluated once for each worker.
beforeEach(() => vi.stubGlobal('fetch', server.fetch));

afterEach(() => {
  cleanup();
  setToken(null);
  document.body.innerHTML = '';
  try {
    server.check();
  } finally {
    server.reset();
  }
});
