import { readFile, writeFile } from 'node:fs/promises';
import { onnxOf } from './onnx-bytes.ts';
import { halfTensorsIn } from './safetensors.ts';
import { SentenceGraph } from './sentence-graph.ts';
import { modelFile, PACKAGED_GRAPH } from './sentence-model.ts';

const weights = await readFile(modelFile('model.fp16.safetensors'));
await writeFile(PACKAGED_GRAPH, onnxOf(new SentenceGraph(halfTensorsIn(weights)).graph()));
