import { TextDecoder, TextEncoder } from 'node:util';

// React Router needs these globals of browsers, which jsdom lacks.
Object.assign(globalThis, { TextDecoder, TextEncoder });
