import { TextDecoder, TextEncoder } from 'node:util';
import { runInThisContext } from 'node:vm';

// React Router needs these globals of browsers, which jsdom lacks.
Object.assign(globalThis, { TextDecoder, TextEncoder });

// For the requests of a page to `stand-in.ts`, which jsdom cannot send. Node.js accepts only signals and streams of its own.
const ofNode = runInThisContext('globalThis') as typeof globalThis;
const { Request, Response, Headers, AbortController, AbortSignal, ReadableStream } = ofNode;
Object.assign(globalThis, { Request, Response, Headers, AbortController, AbortSignal, ReadableStream });
