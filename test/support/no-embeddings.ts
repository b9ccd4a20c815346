/** No server listens on this port. The router compares words only, and no process loads the embedding model, which takes seconds. */
export const noEmbeddings = { SVC_EMBEDDINGS_URL: 'http://127.0.0.1:9/v1' };
