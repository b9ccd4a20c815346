import { calibratedDocument, otherForms } from '../../test/support/calibration/second-calibration.js';

it.each(otherForms)('$name: a second calibration of the same spec and data gives the same bytes', (form) => {
  expect(calibratedDocument(form)).toBe(calibratedDocument(form));
});
