import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';
import { reactCompiler } from './compiler.ts';
import { firstPaint } from './scripts/first-paint.ts';

const server = process.env['KARAT_SERVER'] ?? 'http://127.0.0.1:3000';

/** Lists that are the same for everyone and rarely change: cached for use without a network. */
const CATALOGUES =
  /\/api\/(currency\/list|currency\/quotation_new|market\/sparklines|menu|faq|contactus|aboutus|operational_compliance|areas|getSiteConfig|fiat_rates)\b/;
const DAY_S = 24 * 60 * 60;

/** The oldest supported browsers; `public/theme.js` recognises older ones. */
const OLDEST = ['chrome111', 'edge111', 'firefox115', 'safari16.4', 'ios16.4'];

/**
 * Groups of files that compress better together: `vendor` stays the same between releases, `shell` is the rest of what
 * the first render needs, `kit` is what nearly every screen needs besides. Of what several screens share, `dates` is the
 * choice of days, `ui` are the other components, `icons` the icons and `desk` the code of trading: a dozen small files
 * would be as many requests. The helpers of the bundler are in `vendor`, which the entry needs anyway.
 */
const GROUPS = [
  {
    name: 'vendor',
    test: /node_modules\/(react|react-dom|scheduler|zustand)\/|vite\/preload-helper|rolldown\/runtime/,
  },
  {
    name: 'shell',
    test: /web\/src\/(start\.tsx|app\/(?!ErrorScreens)|features\/[^/]+\/(routes|text)\.ts|ui\/[^/]+\/text\.ts|ui\/(Button|Page|Link|cx|Toaster|Logo|Skeleton)\.|lib\/(api|busy|calls|envelope|install|idempotency-key|navigation|paths|location|preferences|screen|service|session|shell-text|socket|storage|text|theme|toast)\.)|packages\/i18n/,
  },
  {
    name: 'kit',
    test: /node_modules\/@tanstack\/|packages\/money|web\/src\/lib\/(actions|channel-store|format|pages|params|query|query-client|reads|tickers)\.|web\/src\/ui\/(Card|Choice|Field|Form|Loaded|Num|Sheet|Switch|Tabs)\./,
  },
  { name: 'dates', test: /web\/src\/(ui\/(Calendar|DateField)|lib\/calendar)\./, minShareCount: 2 },
  { name: 'ui', test: /web\/src\/(ui|lib)\/[^/]+\.tsx?$/, minShareCount: 2 },
  { name: 'icons', test: /node_modules\/lucide-react\//, minShareCount: 2 },
  { name: 'desk', test: /web\/src\/features\/trade\/(?!contracts|options|chart)/, minShareCount: 2 },
];

const pwa = VitePWA({
  injectRegister: false,
  manifest: {
    name: 'Karat',
    short_name: 'Karat',
    description: 'An exchange whose every settlement you can check.',
    display: 'standalone',
    orientation: 'portrait',
    start_url: './',
    background_color: '#0d0e10',
    theme_color: '#0d0e10',
    icons: [
      { src: 'icons/icon-192.png', sizes: '192x192', type: 'image/png' },
      { src: 'icons/icon-512.png', sizes: '512x512', type: 'image/png' },
      { src: 'icons/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
    ],
  },
  workbox: {
    // Only what the first render needs is precached; the rest is cached after use.
    globPatterns: ['index.html', 'favicon.svg', 'assets/{index,vendor,shell,kit}-*.js'],
    importScripts: ['push.js'],
    inlineWorkboxRuntime: true,
    cleanupOutdatedCaches: true,
    clientsClaim: true,
    skipWaiting: true,
    navigateFallback: 'index.html',
    navigateFallbackDenylist: [
      /^\/(api|ws|docs|console|files|openapi|preview\.html|metrics|healthz|readyz|fapi|simulator|hooks|pages\/)/,
    ],
    runtimeCaching: [
      {
        urlPattern: /\/assets\/.*\.(js|css)$/,
        handler: 'CacheFirst',
        options: { cacheName: 'code', expiration: { maxEntries: 300, maxAgeSeconds: 60 * DAY_S } },
      },
      {
        urlPattern: CATALOGUES,
        handler: 'NetworkFirst',
        options: {
          cacheName: 'catalogues',
          networkTimeoutSeconds: 10,
          expiration: { maxEntries: 60, maxAgeSeconds: 7 * DAY_S },
        },
      },
    ],
  },
});

export default defineConfig({
  base: './',
  plugins: [react(), reactCompiler(), tailwindcss(), firstPaint, pwa],
  build: {
    manifest: true,
    modulePreload: { polyfill: false },
    target: OLDEST,
    cssTarget: OLDEST,
    rolldownOptions: {
      input: ['index.html', 'preview.html'],
      output: {
        codeSplitting: { groups: GROUPS },
        // The first script names every other one by its hash: shorter ones of fewer characters are 1 % of the first load.
        hashCharacters: 'base36',
        entryFileNames: 'assets/[name]-[hash:7].js',
        chunkFileNames: 'assets/[name]-[hash:7].js',
      },
    },
  },
  server: {
    proxy: {
      '/api': server,
      '/files': server,
      '/logos': server,
      '/readyz': server,
      '/ws': { target: server, ws: true },
    },
  },
});
