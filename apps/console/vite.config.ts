import react from '@vitejs/plugin-react';
import { type Plugin, defineConfig } from 'vite';

/** The address at which `npm start` serves the API, for `npx vite` beside it. */
const GATEWAY = process.env['GATEWAY'] ?? 'http://127.0.0.1:3000';

export default defineConfig({
  plugins: [react(), fetchedAhead()],
  resolve: { conditions: ['@pks/source', 'module', 'browser', 'development|production'] },
  build: {
    // The first versions with `Map.groupBy`, `Promise.withResolvers`, `AbortSignal.any` and the methods of sets, which no polyfill
    // replaces.
    target: ['chrome122', 'firefox127', 'safari17.4'],
    // The content security policy does not allow data URLs for scripts and styles.
    assetsInlineLimit: 0,
    sourcemap: false,
    modulePreload: { polyfill: false },
  },
  server: { proxy: { '/api': GATEWAY } },
});

/** Lists the code that the first page does not need in a template of the page; the console fetches it later from there. */
function fetchedAhead(): Plugin {
  return {
    name: 'fetched-ahead',
    transformIndexHtml: {
      order: 'post',
      handler: (html, { bundle = {} }) => {
        const later = Object.keys(bundle).filter(
          (file) => /\.(?:js|css)$/.test(file) && !html.includes(file),
        );
        const children = later.map((file) => ({
          tag: 'link',
          attrs: { rel: 'prefetch', href: `/${file}` },
        }));
        return [{ tag: 'template', attrs: { id: 'fetched-ahead' }, children, injectTo: 'body' }];
      },
    },
  };
}
