import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** Where `npm start` serves the API, for `npx vite` beside it. */
const GATEWAY = process.env['GATEWAY'] ?? 'http://127.0.0.1:3000';

export default defineConfig({
  plugins: [react()],
  resolve: { conditions: ['@pks/source', 'module', 'browser', 'development|production'] },
  build: {
    target: 'es2023',
    // The content policy allows no data of the page's own in the place of a script or a style.
    assetsInlineLimit: 0,
    sourcemap: false,
    modulePreload: { polyfill: false },
  },
  server: { proxy: { '/api': GATEWAY } },
});
