/** Nobody is there: questions go by their words, and no process spends seconds on loading what embeds them. */
export const wordsAlone = { SVC_EMBEDDINGS_URL: 'http://127.0.0.1:9/v1' };
