import { z } from 'zod';

/**
 * Words for a parameter, option or category in questions. Each entry lists alternatives, separated by `|`; a question must contain one
 * alternative of every entry. In an alternative, `/` separates words of which one occurs, and `…` is a gap of at most seven words. An
 * alternative that starts with `-` measures the opposite, as frequency is the opposite of headway. One that starts with `!` names what the
 * parameter or option is not. One that starts with `=` and a number names that value of a number: `=2 compact`. Only the interpretation of questions uses these words. At most 10,000 characters an entry. Default: the label.
 */
export const wordsSchema = z.array(z.string().trim().min(1).max(10_000)).min(1).max(5).optional();
