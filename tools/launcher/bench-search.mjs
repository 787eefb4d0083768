import { launch } from './bootstrap.mjs';

await launch('apps/knowledge/bench/search.ts');
