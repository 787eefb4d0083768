import { readFile, writeFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { onnxOf } from './onnx-bytes.ts';
import { halfTensorsIn } from './safetensors.ts';
import { SentenceGraph } from './sentence-graph.ts';
import { modelFile, PACKAGED_GRAPH } from '../search/sentence-model.ts';

const weightsFile = `${PACKAGED_GRAPH}.weights`;
const model = new SentenceGraph(halfTensorsIn(await readFile(modelFile('model.fp16.safetensors'))));
const { graph, weights } = onnxOf(model.graph(), basename(weightsFile));
await writeFile(PACKAGED_GRAPH, graph);
await writeFile(weightsFile, weights);
