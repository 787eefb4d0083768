import { it } from '@jest/globals';
import { isToldOnce, waitThenSpy } from '../each-file.ts';

it('has timers', waitThenSpy);
it('is told once', isToldOnce);
