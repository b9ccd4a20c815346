import { type AdoptionFit, type AdoptionPrior, bassCurve, fitBass } from '../../model/fitting/bass.js';
import { ownCoefficients } from '../../model/fitting/mixtures/class-layout.js';
import { fitLatentClasses } from '../../model/fitting/mixtures/latent-classes.js';
import { catsup } from '../support/calibration/choice-surveys.js';
import { hasSurvey, reference, Survey } from '../support/calibration/survey.js';

describe('latent classes of catsup-brand-choice (skipped if the data folder is absent)', () => {
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
    const found = fitLatentClasses(design, kernel, {
      layout: ownCoefficients(classes, design.coefficients.length),
      seed: 1,
      starts: 6,
      finalists: 2,
    });
    return { ...found, coefficients: design.coefficients };
  };

  test('The log-likelihoods with 2 and 3 latent classes are equal to R or less than 0.005 higher', () => {
    const { selection } = reference<Reference>(slug).latent_class;
    for (const { classes, loglik_train: theirs } of selection.slice(1, 3)) {
      const difference = fit(classes).logLikelihood - theirs;
      expect(difference).toBeGreaterThan(-1e-4);
      expect(difference).toBeLessThan(5e-3);
    }
  });

  test('The four latent classes match R, whose log-likelihood is 0.001 lower', () => {
    const { class_shares: shares, coefficients } = reference<Reference>(slug).latent_class.chosen;
    const ours = fit(4);
    const differences: string[] = [];
    Object.values(shares).forEach((share, c) => {
      if (Math.abs(ours.shares[c]! - share) > 1e-3)
        differences.push(`share of class ${c + 1}: ${ours.shares[c]}, R ${share}`);
    });
    Object.values(coefficients).forEach((theirs, c) => {
      for (const [coefficient, estimate] of Object.entries(theirs)) {
        const index = c * ours.coefficients.length + ours.coefficients.indexOf(coefficient);
        const distance = Math.abs(ours.estimates[index]! - estimate) / ours.standardErrors[index]!;
        if (!(distance < 0.05))
          differences.push(`class ${c + 1}, ${coefficient}: ${ours.estimates[index]}, R ${estimate}`);
      }
    });
    expect(differences).toEqual([]);
    expect(ours.logLikelihood).toBeCloseTo(-1402.55318, 4);
  });
});

describe('Bass curves of technology-adoption-bass (skipped if the data folder is absent)', () => {
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

  const observationsOf = (survey: Survey, technology: string) => {
    const rows = survey.filter((row) => survey.text('technology')[row] === technology);
    const year = rows.number('year');
    return { first: year[0]!, years: year.map((now) => now - year[0]!), percent: rows.number('adoption_pct') };
  };

  test('Bass fits of all technologies match R in parameters, standard errors and fit', () => {
    const differences: string[] = [];
    const compare = (label: string, ours: number, theirs: number, within: number) => {
      if (!(Math.abs(ours - theirs) <= within * Math.abs(theirs)))
        differences.push(`${label}: ours ${ours}, R's ${theirs}`);
    };
    for (const { technology, p, q, m, se_log_p: errorP, se_log_q: errorQ, rmse } of reference<Reference>(slug)
      .fit_full) {
      const ours: AdoptionFit = fitBass(observationsOf(Survey.read(slug), technology));
      // If there is no independent adoption, p is only known to be close to zero.
      if (p > 1e-9) compare(`${technology} p`, ours.p, p, 2e-4);
      else expect(ours.standardErrors[0]).toBeNaN();
      compare(`${technology} q`, ours.q, q, 5e-5);
      compare(`${technology} m`, ours.m, m, 5e-6);
      compare(`${technology} rmse`, ours.rootMeanSquare, rmse, 1e-7);
      if (p > 1e-9 && errorP !== null) compare(`${technology} se of log p`, ours.standardErrors[0], errorP, 5e-4);
      if (p > 1e-9 && errorQ !== null) compare(`${technology} se of log q`, ours.standardErrors[1], errorQ, 5e-4);
    }
    expect(differences).toEqual([]);
  });

  test('Forecasts from early observations match R, with and without shrinkage to the other technologies', () => {
    const { fit_full: full, heldout } = reference<Reference>(slug);
    const early = Survey.read(slug).train();
    const differences: string[] = [];
    for (const { technology } of full) {
      const observations = observationsOf(early, technology);
      const others = full.filter((other) => other.technology !== technology);
      const forecasts = heldout.forecasts.filter((forecast) => forecast.technology === technology);
      const horizon = forecasts.at(-1)!.year - observations.first;
      const curveOf = ({ p, q, m }: AdoptionFit) => bassCurve(p, q, m, observations.percent[0]!, horizon);
      const own = curveOf(fitBass(observations));
      const shrunk = curveOf(fitBass(observations, priorOf(others)));
      for (const { year, pred_own: rOwn, pred_shrunk: rShrunk } of forecasts) {
        const at = year - observations.first;
        if (Math.abs(shrunk[at]! - rShrunk) > 0.03)
          differences.push(`${technology} ${year}: ${shrunk[at]}, R ${rShrunk}`);
        if (Math.abs(own[at]! - rOwn) > 0.2)
          differences.push(`${technology} ${year} without shrinkage: ${own[at]}, R ${rOwn}`);
      }
    }
    expect(differences).toEqual([]);
  });

  /** Median and scaled median absolute deviation of the other technologies. Noise of observations: 2 percentage points. */
  function priorOf(others: readonly Technology[]): AdoptionPrior {
    const transformed = others.map(
      ({ p, q, m }) => [Math.log(p), Math.log(q), Math.log(m / (100 - m + 1e-9))] as const,
    );
    const locationAndScale = (k: 0 | 1 | 2) => {
      const values = transformed.map((parameters) => parameters[k]);
      const middle = median(values);
      return [middle, 1.4826 * median(values.map((value) => Math.abs(value - middle)))] as const;
    };
    const [p, q, m] = [locationAndScale(0), locationAndScale(1), locationAndScale(2)];
    return { means: [p[0], q[0], m[0]], deviations: [p[1], q[1], m[1]], noise: 2 };
  }

  function median(values: readonly number[]): number {
    const sorted = [...values].sort((a, b) => a - b);
    const half = sorted.length >> 1;
    return sorted.length % 2 ? sorted[half]! : (sorted[half - 1]! + sorted[half]!) / 2;
  }
});
