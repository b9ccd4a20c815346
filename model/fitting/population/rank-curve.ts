import type { RankSteps } from './ranks.js';

// Local bindings: test runners with a separate global object per file make every lookup of `Math` slow.
const { exp } = Math;

/** Maximum absolute correlation of two latent variables. */
const maxCorrelation = 0.999;
const maxAngle = Math.asin(maxCorrelation);
/** Integration panels from independence to the maximum correlation, each with two Gauss-Legendre points. */
const panelCount = 48;
const panelWidth = maxAngle / panelCount;
const gaussPoints = [0.5 - Math.sqrt(1 / 12), 0.5 + Math.sqrt(1 / 12)] as const;

/**
 * Rank correlation (Spearman, mid-ranks for ties) of two attributes as a function of the correlation r of their latent
 * variables. The values belong to the angles arcsin r from -panelCount to panelCount panels. Linear interpolation is
 * accurate to about 0.0002. The curve is increasing.
 */
export type RankCurve = Float64Array;

/**
 * Computes the rank correlation for every latent correlation. With r = sin θ, the covariance of two step functions of
 * normal variables grows by Σ rise·rise·φ₂(cut, cut; r), which is a smooth integral over θ.
 * Source: Plackett, "A reduction formula for normal multivariate integrals", Biometrika 41 (1954); substitution by
 * Drezner and Wesolowsky, "On the computation of the bivariate normal integral" (1990).
 */
export function rankCurve(a: RankSteps, b: RankSteps): RankCurve {
  const curve = new Float64Array(2 * panelCount + 1);
  const scale = a.deviation * b.deviation;
  if (scale === 0) return curve;
  for (const direction of [-1, 1]) {
    for (let panel = 0; panel < panelCount; panel++) {
      const gain = gaussPoints.reduce((sum, point) => sum + growth(a, b, direction * (panel + point) * panelWidth), 0);
      const at = panelCount + direction * panel;
      curve[at + direction] = curve[at]! + (direction * (panelWidth / 2) * gain) / scale;
    }
  }
  return curve;
}

/** Derivative of the covariance with respect to the angle. */
function growth(a: RankSteps, b: RankSteps, angle: number): number {
  const sine = Math.sin(angle);
  const scale = -0.5 / (1 - sine * sine);
  let sum = 0;
  for (let i = 0; i < a.cuts.length; i++) {
    const x = a.cuts[i]!;
    let inner = 0;
    for (let j = 0; j < b.cuts.length; j++) {
      const y = b.cuts[j]!;
      inner += b.rises[j]! * exp(scale * (x * x + y * y - 2 * x * y * sine));
    }
    sum += a.rises[i]! * inner;
  }
  return sum / (2 * Math.PI);
}

/** Latent correlation that gives a rank correlation, limited to the range of the curve. */
export function latentCorrelation(curve: RankCurve, target: number): number {
  if (curve[0] === curve[2 * panelCount]) return 0;
  let panel = 0;
  while (panel < 2 * panelCount - 1 && curve[panel + 1]! < target) panel++;
  const share = (target - curve[panel]!) / (curve[panel + 1]! - curve[panel]!);
  return Math.sin((panel - panelCount + Math.min(1, Math.max(0, share))) * panelWidth);
}

/** Rank correlation at a latent correlation, and its derivative there. */
export function rankAt(curve: RankCurve, latent: number): { readonly rank: number; readonly slope: number } {
  const within = Math.min(maxCorrelation, Math.max(-maxCorrelation, latent));
  const place = Math.asin(within) / panelWidth + panelCount;
  const panel = Math.min(2 * panelCount - 1, Math.floor(place));
  const rise = curve[panel + 1]! - curve[panel]!;
  return {
    rank: curve[panel]! + (place - panel) * rise,
    slope: rise / panelWidth / Math.sqrt(1 - within * within),
  };
}
