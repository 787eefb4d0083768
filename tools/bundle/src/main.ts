import { join } from 'node:path';
import { bundlePrograms } from './bundle.ts';

await bundlePrograms(join(process.cwd(), 'dist'));
