import type { TotalLikelihood } from '../total-likelihood.js';
import type { TwiceDifferentiableObjective } from '../objective.js';

/** Place of each coefficient of each class in the parameters of a mixture. Classes can share parameters. */
export interface ClassLayout {
  /** Number of free parameters, without the log odds of the classes. */
  readonly size: number;
  /** Parameter of each coefficient, by class; -1 for a fixed coefficient. */
  readonly places: readonly Int32Array[];
  /** Values of the fixed coefficients, by class; 0 for the others. */
  readonly fixed: readonly Float64Array[];
  /** Whether classes differ in the values of their parameters only, so that they can change places. */
  readonly isSymmetric: boolean;
}

/** Layout of classes with all coefficients of their own. */
export function ownCoefficients(classes: number, width: number): ClassLayout {
  return {
    size: classes * width,
    places: Array.from({ length: classes }, (_, c) => Int32Array.from({ length: width }, (_, k) => c * width + k)),
    fixed: Array.from({ length: classes }, () => new Float64Array(width)),
    isSymmetric: true,
  };
}

/** Coefficients of one class. */
export function coefficientsOf(
  { places, fixed }: Pick<ClassLayout, 'places' | 'fixed'>,
  parameters: Float64Array,
  c: number,
): Float64Array {
  return fixed[c]!.map((value, k) => (places[c]![k]! < 0 ? value : parameters[places[c]![k]!]!));
}

/** Classes that share parameters, directly or through other classes. */
export function connectedClasses({ places }: ClassLayout): number[][] {
  const groups: { classes: number[]; parameters: Set<number> }[] = [];
  places.forEach((own, c) => {
    const parameters = new Set(own.filter((place) => place >= 0));
    const isConnected = (group: (typeof groups)[number]) =>
      [...parameters].some((place) => group.parameters.has(place));
    const connected = groups.filter(isConnected);
    for (const group of connected) groups.splice(groups.indexOf(group), 1);
    groups.push({
      classes: [...connected.flatMap(({ classes }) => classes), c],
      parameters: new Set([...connected.flatMap((group) => [...group.parameters]), ...parameters]),
    });
  });
  return groups.map(({ classes }) => classes);
}

/**
 * The sum of the log-likelihoods of some classes as a function of their parameters. `places` has the position of each parameter in the
 * parameters of the mixture.
 *
 * @param parts log-likelihood of each class, by class
 */
export function jointLikelihood(
  layout: ClassLayout,
  classes: readonly number[],
  parts: readonly TotalLikelihood[],
): TwiceDifferentiableObjective & { readonly places: Int32Array } {
  const places = Int32Array.from(new Set(classes.flatMap((c) => [...layout.places[c]!].filter((place) => place >= 0))));
  const positions = new Map(Array.from(places, (place, position) => [place, position]));
  const local = classes.map((c) => layout.places[c]!.map((place) => positions.get(place) ?? -1));
  const size = places.length;
  const own = { places: local, fixed: classes.map((c) => layout.fixed[c]!) };
  const ownOf = (parameters: Float64Array, member: number) => coefficientsOf(own, parameters, member);
  return {
    size,
    places,
    value: (parameters) => classes.reduce((sum, c, member) => sum + parts[c]!.value(ownOf(parameters, member)), 0),
    evaluateGradient(parameters, gradient) {
      gradient.fill(0);
      return classes.reduce((sum, c, member) => {
        const slopes = new Float64Array(parts[c]!.size);
        const value = parts[c]!.evaluateGradient(ownOf(parameters, member), slopes);
        local[member]!.forEach((at, k) => at >= 0 && (gradient[at]! += slopes[k]!));
        return sum + value;
      }, 0);
    },
    evaluateHessian(parameters, gradient, hessian) {
      gradient.fill(0);
      hessian.fill(0);
      return classes.reduce((sum, c, member) => {
        const width = parts[c]!.size;
        const slopes = new Float64Array(width);
        const curves = new Float64Array(width * width);
        const value = parts[c]!.evaluateHessian(ownOf(parameters, member), slopes, curves);
        local[member]!.forEach((at, k) => {
          if (at < 0) return;
          gradient[at]! += slopes[k]!;
          local[member]!.forEach((to, j) => to >= 0 && (hessian[at * size + to]! += curves[k * width + j]!));
        });
        return sum + value;
      }, 0);
    },
  };
}
