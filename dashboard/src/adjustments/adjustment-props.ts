import type { FormErrors } from '../components/form-errors';
import type { CaseStudy } from '../workflow/use-workflow';
import type { AdjustmentsInput } from './adjustments';

/** What each part of the section needs. */
export interface AdjustmentProps {
  workflow: CaseStudy;
  input: AdjustmentsInput;
  onChange: (input: AdjustmentsInput) => void;
  /** The problems of the last dry run, by path of the request. */
  problem: FormErrors['at'];
}
