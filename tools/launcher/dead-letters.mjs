import { launch } from './bootstrap.mjs';

await launch('tools/launcher/src/dead-letters.ts');
