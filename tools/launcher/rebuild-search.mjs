import { launch } from './bootstrap.mjs';

await launch('tools/launcher/src/rebuild-search.ts');
