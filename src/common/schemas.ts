import { z } from 'zod';

// The usual types of fields. A field adds its description, and what differs.

export const text = z.string();
export const number = z.number();
/** From 0 to 1. */
export const share = z.number().min(0).max(1);
export const count = z.int().min(0);
export const positive = z.int().min(1);
export const time = z.iso.datetime();
