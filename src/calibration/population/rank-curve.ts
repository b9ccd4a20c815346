import { type GradeSteps } from './grade-steps.js';

// Bound once: test runners that give each file a global object of their own make every look-up of `Math` slow.
const { exp } = Math;

/** Latent normals are tied at most this closely: beyond, one would say the other. */
const CLOSEST = 0.999;
const GREATEST_ANGLE = Math.asin(CLOSEST);
/** Panels from independence to the closest tie, each with two points of Gauss and Legendre. */
const PANELS = 48;
const PANEL = GREATEST_ANGLE / PANELS;
const GAUSS_POINTS = [0.5 - Math.sqrt(1 / 12), 0.5 + Math.sqrt(1 / 12)] as const;

/**
 * The rank correlation (Spearman's, ties at their middle rank) of two attributes for every correlation r of their latent normals: at the
 * angles arcsin r from -PANELS to PANELS panels; linear in between, to about 0.0002. It rises all along.
 */
export type RankCurve = Float64Array;

/**
 * The covariance of two staircases of normals grows with r = sin θ by Σ rise·rise·φ₂(cut, cut; r), which makes it one smooth integral over θ.
 * Source: Plackett, "A reduction formula for normal multivariate integrals", Biometrika 41 (1954); the substitution is that of Drezner and
 * Wesolowsky, "On the computation of the bivariate normal integral" (1990).
 */
export function rankCurve(a: GradeSteps, b: GradeSteps): RankCurve {
  const curve = new Float64Array(2 * PANELS + 1);
  const scale = a.deviation * b.deviation;
  if (scale === 0) return curve;
  for (const direction of [-1, 1]) {
    for (let panel = 0; panel < PANELS; panel++) {
      const gain = GAUSS_POINTS.reduce((sum, point) => sum + growth(a, b, direction * (panel + point) * PANEL), 0);
      const at = PANELS + direction * panel;
      curve[at + direction] = curve[at]! + (direction * (PANEL / 2) * gain) / scale;
    }
  }
  return curve;
}

/** Growth of the covariance with the angle. */
function growth(a: GradeSteps, b: GradeSteps, angle: number): number {
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

/** The latent correlation that gives a rank correlation; the closest tie there is where none does. */
export function latentCorrelation(curve: RankCurve, target: number): number {
  if (curve[0] === curve[2 * PANELS]) return 0;
  let panel = 0;
  while (panel < 2 * PANELS - 1 && curve[panel + 1]! < target) panel++;
  const share = (target - curve[panel]!) / (curve[panel + 1]! - curve[panel]!);
  return Math.sin((panel - PANELS + Math.min(1, Math.max(0, share))) * PANEL);
}

/** The rank correlation that a latent correlation gives, and how fast it rises there. */
export function rankAt(curve: RankCurve, latent: number): { readonly rank: number; readonly slope: number } {
  const within = Math.min(CLOSEST, Math.max(-CLOSEST, latent));
  const place = Math.asin(within) / PANEL + PANELS;
  const panel = Math.min(2 * PANELS - 1, Math.floor(place));
  const rise = curve[panel + 1]! - curve[panel]!;
  return {
    rank: curve[panel]! + (place - panel) * rise,
    slope: rise / PANEL / Math.sqrt(1 - within * within),
  };
}
