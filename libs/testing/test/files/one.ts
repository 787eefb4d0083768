import { it } from '@jest/globals';
import { waitThenSpy } from '../wait-then-spy.ts';

it('has timers', waitThenSpy);
