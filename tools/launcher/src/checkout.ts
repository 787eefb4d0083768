import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The root of this checkout. */
export const CHECKOUT = resolve(fileURLToPath(new URL('../../..', import.meta.url)));

/** Where the embedded default keeps its data: in `.data` of the checkout, or in the folder that `DATA_DIRECTORY` names. */
export const DATA = resolve(CHECKOUT, process.env['DATA_DIRECTORY'] || '.data');
