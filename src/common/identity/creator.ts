import { strictObject, z } from 'zod';
import type { Caller } from './caller.js';

/** The columns of the user or the API key that created a row. Both are null if an operator did, or if the creator is not known. */
export interface Creator {
  createdByUserId: string | null;
  createdByKeyId: string | null;
}

export const creatorFields = { createdByUserId: true, createdByKeyId: true } as const;
export const noCreator: Creator = { createdByUserId: null, createdByKeyId: null };

/** @param by a caller, or another actor, which leaves no trace in a row */
export function creatorOf(by: Caller | object): Creator {
  return {
    createdByUserId: 'userId' in by ? by.userId : null,
    createdByKeyId: 'keyId' in by ? by.keyId : null,
  };
}

export const createdBySchema = strictObject({
  type: z.enum(['user', 'api_key']).meta({ description: 'Kind of the credential.', examples: ['user'] }),
  id: z.uuid().meta({ description: 'Id of the user or of the API key. It can have been deleted since.' }),
})
  .nullable()
  .meta({ description: 'User or API key that created the object; null if an operator did, or if it is not known.' });
export type CreatedBy = z.infer<typeof createdBySchema>;

export function toCreatedBy({ createdByUserId, createdByKeyId }: Creator): CreatedBy {
  if (createdByUserId !== null) return { type: 'user', id: createdByUserId };
  return createdByKeyId === null ? null : { type: 'api_key', id: createdByKeyId };
}
