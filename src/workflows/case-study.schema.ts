import { z } from 'zod';
import { pageQueryShape } from '../common/pagination/page.js';
import { familyNames } from '../engine/definition.js';

/** Postgres cannot store U+0000. */
const wordsSchema = z
  .string()
  .min(1)
  .max(200)
  .regex(/^\P{Cc}+$/u, 'must not contain control characters');

export const listCaseStudiesSchema = z.strictObject({
  ...pageQueryShape,
  search: wordsSchema.optional().meta({
    description: 'Words that must all occur in slug, name, summary or domain.',
    examples: ['train fares'],
  }),
  family: z.enum(familyNames).optional().meta({ description: 'Only workflows with this decision model.' }),
  domain: wordsSchema.optional().meta({ description: 'Only workflows of this domain.', examples: ['transport'] }),
});
export type ListCaseStudies = z.infer<typeof listCaseStudiesSchema>;

export const versionSchema = z
  .string()
  .regex(/^\d{1,9}\.\d{1,9}\.\d{1,9}$/, 'expected major.minor.patch, such as 1.0.0')
  .meta({ examples: ['1.0.0'] });

export const getCaseStudySchema = z.strictObject({
  version: versionSchema.optional().meta({ description: 'Version to return. Default: the current version.' }),
});
export type GetCaseStudy = z.infer<typeof getCaseStudySchema>;

export const listVersionsSchema = z.strictObject(pageQueryShape);
export type ListVersions = z.infer<typeof listVersionsSchema>;
