import { z } from 'zod';
import { resultFormatNames } from './result-format.js';

/** The query parameter `format` of responses with several formats. */
export const formatSchema = z
  .enum(resultFormatNames)
  .optional()
  .meta({ description: 'Format instead of the `Accept` header. Browsers download the response as a file.' });
