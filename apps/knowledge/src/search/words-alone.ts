import { Embedder } from './embedder.ts';

/** No model: passages are found by their words alone. */
export class WordsAlone extends Embedder {
  readonly model = 'none';
  readonly dimensions = 1;

  override embed(): Promise<null> {
    return Promise.resolve(null);
  }

  override close(): Promise<void> {
    return Promise.resolve();
  }
}
