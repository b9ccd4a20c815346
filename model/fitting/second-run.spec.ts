import { calibratedDocument, quickForms } from '../../test/support/calibration/second-calibration.js';

it.each(quickForms)('$name: a second calibration of the same spec and data gives the same bytes', (form) => {
  expect(calibratedDocument(form)).toBe(calibratedDocument(form));
});
