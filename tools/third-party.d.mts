import type { Plugin } from 'vite';

/** The part of `third-party.mjs` that TypeScript uses. */
export function thirdParty(part: string, folder?: string): Plugin;
