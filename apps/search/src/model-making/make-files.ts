import { readFile, writeFile } from 'node:fs/promises';
import { basename } from 'node:path';
import dictionary from 'dictionary-en';
import { ENGLISH_FORMS } from '../search/english-words.ts';
import { modelFile, PACKAGED_GRAPH } from '../search/sentence-model.ts';
import { englishForms } from './english-forms.ts';
import { onnxOf } from './onnx-bytes.ts';
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
