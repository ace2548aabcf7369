import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const server = process.env['KARAT_SERVER'] ?? 'http://127.0.0.1:3000';

export default defineConfig({
  base: '/console/',
  plugins: [react()],
  build: {
    manifest: true,
    modulePreload: { polyfill: false },
    // Ant Design is one large chunk, cached by operators after the first load.
    chunkSizeWarningLimit: 2000,
  },
  // The preview of articles is a built page of the app.
  server: {
    proxy: Object.fromEntries(
      ['/api', '/files', '/preview.html', '/theme.js', '/assets'].map((path) => [path, server]),
    ),
  },
});
