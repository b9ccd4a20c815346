-- The plan with large simulations.
ALTER TYPE "plan_tier" ADD VALUE 'scale';
