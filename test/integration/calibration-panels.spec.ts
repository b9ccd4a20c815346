import { type AdoptionFit, type AdoptionPrior, bassCurve, fitBass } from '../../src/calibration/bass.js';
import { fitLatentClasses } from '../../src/calibration/mixtures/latent-classes.js';
import { catsup } from '../support/calibration/choice-surveys.js';
import { hasSurvey, reference, Survey } from '../support/calibration/survey.js';

describe('latent classes of catsup-brand-choice against R (skipped where the data folder is absent)', () => {
  const slug = 'catsup-brand-choice';
  const test = hasSurvey(slug) ? it : it.skip;

  interface Reference {
    latent_class: {
      selection: { classes: number; loglik_train: number }[];
      chosen: { class_shares: Record<string, number>; coefficients: Record<string, Record<string, number>> };
    };
  }

  const fit = (classes: number) => {
    const { design, kernel } = catsup(Survey.read(slug).train());
    return fitLatentClasses(design, kernel, { classes, seed: 1, starts: 6, finalists: 2 });
  };

  test('reach the top that R found with 2 and 3 classes, or one that is barely higher', () => {
    const { selection } = reference<Reference>(slug).latent_class;
    for (const { classes, loglik_train: theirs } of selection.slice(1, 3)) {
      const above = fit(classes).logLikelihood - theirs;
      expect(above).toBeGreaterThan(-1e-4);
      expect(above).toBeLessThan(5e-3);
    }
  });

  test('are R’s four classes, whose climb ended 0.001 below ours', () => {
    const { class_shares: shares, coefficients } = reference<Reference>(slug).latent_class.chosen;
    const ours = fit(4);
    const off: string[] = [];
    Object.values(shares).forEach((share, c) => {
      if (Math.abs(ours.shares[c]! - share) > 1e-3) off.push(`share of class ${c + 1}: ${ours.shares[c]}, R ${share}`);
    });
    for (const [name, theirs] of Object.entries(coefficients)) {
      for (const [coefficient, estimate] of Object.entries(theirs)) {
        const at = ours.names.indexOf(`${name}:${coefficient}`);
        const distance = Math.abs(ours.estimates[at]! - estimate) / ours.standardErrors[at]!;
        if (!(distance < 0.05)) off.push(`${name}:${coefficient}: ${ours.estimates[at]}, R ${estimate}`);
      }
    }
    expect(off).toEqual([]);
    expect(ours.logLikelihood).toBeCloseTo(-1402.55318, 4);
  });
});

describe('Bass curves of technology-adoption-bass against R (skipped where the data folder is absent)', () => {
  const slug = 'technology-adoption-bass';
  const test = hasSurvey(slug) ? it : it.skip;

  interface Technology {
    technology: string;
    p: number;
    q: number;
    m: number;
    se_log_p: number | null;
    se_log_q: number | null;
    rmse: number;
  }
  interface Reference {
    fit_full: Technology[];
    heldout: { forecasts: { technology: string; year: number; pred_own: number; pred_shrunk: number }[] };
  }

  const readingsOf = (survey: Survey, technology: string) => {
    const one = survey.filter((row) => survey.text('technology')[row] === technology);
    const year = one.number('year');
    return { first: year[0]!, years: year.map((now) => now - year[0]!), percent: one.number('adoption_pct') };
  };

  test('have its p, q, m, errors and distance, and the same bounds', () => {
    const off: string[] = [];
    const compare = (what: string, ours: number, theirs: number, within: number) => {
      if (!(Math.abs(ours - theirs) <= within * Math.abs(theirs))) off.push(`${what}: ours ${ours}, R's ${theirs}`);
    };
    for (const { technology, p, q, m, se_log_p: errorP, se_log_q: errorQ, rmse } of reference<Reference>(slug)
      .fit_full) {
      const ours: AdoptionFit = fitBass(readingsOf(Survey.read(slug), technology));
      // Where nobody adopts unasked, p is wherever the climb ended.
      if (p > 1e-9) compare(`${technology} p`, ours.p, p, 2e-4);
      else expect(ours.standardErrors[0]).toBeNaN();
      compare(`${technology} q`, ours.q, q, 5e-5);
      compare(`${technology} m`, ours.m, m, 5e-6);
      compare(`${technology} rmse`, ours.rootMeanSquare, rmse, 1e-7);
      if (p > 1e-9 && errorP !== null) compare(`${technology} se of log p`, ours.standardErrors[0], errorP, 5e-4);
      if (p > 1e-9 && errorQ !== null) compare(`${technology} se of log q`, ours.standardErrors[1], errorQ, 5e-4);
    }
    expect(off).toEqual([]);
  });

  test('forecast from early readings as R does, alone and drawn to the other technologies', () => {
    const { fit_full: full, heldout } = reference<Reference>(slug);
    const early = Survey.read(slug).train();
    const off: string[] = [];
    for (const { technology } of full) {
      const readings = readingsOf(early, technology);
      const others = full.filter((other) => other.technology !== technology);
      const forecasts = heldout.forecasts.filter((forecast) => forecast.technology === technology);
      const horizon = forecasts.at(-1)!.year - readings.first;
      const curveOf = ({ p, q, m }: AdoptionFit) => bassCurve(p, q, m, readings.percent[0]!, horizon);
      const own = curveOf(fitBass(readings));
      const shrunk = curveOf(fitBass(readings, priorOf(others)));
      for (const { year, pred_own: theirOwn, pred_shrunk: theirShrunk } of forecasts) {
        const at = year - readings.first;
        if (Math.abs(shrunk[at]! - theirShrunk) > 0.03)
          off.push(`${technology} ${year}: ${shrunk[at]}, R ${theirShrunk}`);
        if (Math.abs(own[at]! - theirOwn) > 0.2) off.push(`${technology} ${year} alone: ${own[at]}, R ${theirOwn}`);
      }
    }
    expect(off).toEqual([]);
  });

  /** Median and 1.4826 times the median distance from it, of the other technologies; readings are good to 2 points. */
  function priorOf(others: readonly Technology[]): AdoptionPrior {
    const places = others.map(({ p, q, m }) => [Math.log(p), Math.log(q), Math.log(m / (100 - m + 1e-9))] as const);
    const of = (k: 0 | 1 | 2) => {
      const values = places.map((place) => place[k]);
      const middle = median(values);
      return [middle, 1.4826 * median(values.map((value) => Math.abs(value - middle)))] as const;
    };
    const [p, q, m] = [of(0), of(1), of(2)];
    return { means: [p[0], q[0], m[0]], deviations: [p[1], q[1], m[1]], noise: 2 };
  }

  function median(values: readonly number[]): number {
    const sorted = [...values].sort((a, b) => a - b);
    const half = sorted.length >> 1;
    return sorted.length % 2 ? sorted[half]! : (sorted[half - 1]! + sorted[half]!) / 2;
  }
});
