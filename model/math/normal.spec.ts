import { logNormalCumulative, normalCumulative, normalQuantile } from './normal.js';

// Reference values from qnorm and pnorm of R. SciPy gives the same values.
const quantiles: [number, number][] = [
  [1e-300, -37.0470962993612],
  [1e-10, -6.361340902404056],
  [0.001, -3.090232306167813],
  [0.025, -1.9599639845400545],
  [0.075, -1.4395314709384563],
  [0.3, -0.5244005127080409],
  [0.5, 0],
  [0.8, 0.8416212335729143],
  [1 - 1e-10, 6.361340889697422],
];
const cumulatives: [number, number][] = [
  [-38, 0],
  [-8, 6.22096057427174e-16],
  [-2.5, 0.006209665325776132],
  [-1, 0.15865525393145707],
  [0, 0.5],
  [0.3, 0.6179114221889526],
  [1.96, 0.9750021048517795],
  [6, 0.9999999990134123],
  [7.5, 0.9999999999999681],
];

// Reference values from log_ndtr of SciPy.
const logCumulatives: [number, number][] = [
  [-1000, -500007.8266948122],
  [-40, -804.6084420137539],
  [-8, -35.01343715991456],
  [-7, -27.384307498811076],
  [-1, -1.8410216450092634],
  [0, -0.6931471805599453],
  [2, -0.023012909328963476],
  [9, -1.1285884059538324e-19],
];

describe('normal distribution', () => {
  it.each(quantiles)('The normal quantile at probability %d is %d', (probability, quantile) => {
    expect(Math.abs(normalQuantile(probability) - quantile)).toBeLessThan(1e-13 * Math.max(1, Math.abs(quantile)));
  });

  it.each(cumulatives)('The normal distribution function at %d is %d', (z, probability) => {
    expect(Math.abs(normalCumulative(z) - probability)).toBeLessThan(1e-15);
  });

  it.each(logCumulatives)('The logarithm of the normal distribution function at %d is %d', (z, logarithm) => {
    expect(Math.abs(logNormalCumulative(z) - logarithm)).toBeLessThan(1e-8);
  });
});
