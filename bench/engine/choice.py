"""The bare pass of choice.c, vectorized, with random numbers of numpy. Usage: choice.py PASSES FILE, as choice.c. Prints nanoseconds, then shares."""

import sys
import time

import numpy as np

ALTERNATIVES, ATTRIBUTES, TASTES = 4, 6, 2

passes = int(sys.argv[1])
numbers = np.fromfile(sys.argv[2])
agents = int(numbers[0])
end = 3 + ATTRIBUTES * ALTERNATIVES
coefficients = numbers[3:end].reshape(ATTRIBUTES, ALTERNATIVES)
spreads = numbers[end : end + TASTES]
attributes = numbers[end + TASTES :].reshape(ATTRIBUTES, ALTERNATIVES, agents)

fastest = float("inf")
for seed in range(passes):
    start = time.process_time_ns()
    stream = np.random.Generator(np.random.Philox(seed))
    tastes = coefficients[:TASTES, :1] + spreads[:, None] * stream.standard_normal((TASTES, agents))
    utilities = stream.gumbel(size=(ALTERNATIVES, agents))
    for m in range(ATTRIBUTES):
        utilities += (tastes[m] if m < TASTES else coefficients[m][:, None]) * attributes[m]
    outcome = utilities.argmax(axis=0)
    fastest = min(fastest, time.process_time_ns() - start)
print(fastest)
print(*(np.bincount(outcome, minlength=ALTERNATIVES) / agents))
