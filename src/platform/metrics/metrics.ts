import { Counter, Gauge, Histogram } from 'prom-client';

/** Metrics that are updated as events occur. `BacklogMetrics` reads the backlog from the databases at each scrape. */
export const metrics = {
  requests: new Histogram({
    name: 'svc_http_request_seconds',
    help: 'Duration of HTTP requests, in seconds, by method, route and status',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
  }),
  refusals: new Counter({
    name: 'svc_errors_total',
    help: 'Error responses, by error code',
    labelNames: ['code'],
  }),
  languageModelAnswers: new Counter({
    name: 'svc_language_model_answers_total',
    help: 'Answers of the language model, by task and outcome: answered, cached, or the reason why there is no answer. Each attempt of a survey counts',
    labelNames: ['task', 'outcome'],
  }),
  followers: new Gauge({
    name: 'svc_simulation_followers',
    help: 'Requests that currently wait for a simulation or stream its events',
  }),
  runs: new Histogram({
    name: 'svc_simulation_run_seconds',
    help: 'Duration of simulation runs, in seconds, by workflow and outcome; workflow "private" is used for all workflows that are not built in',
    labelNames: ['workflow', 'outcome'],
    buckets: [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60],
  }),
  failures: new Counter({
    name: 'svc_simulations_failed_total',
    help: 'Failed simulations, by failure code',
    labelNames: ['code'],
  }),
  waits: new Histogram({
    name: 'svc_simulation_wait_seconds',
    help: 'Time that simulations waited in the queue, in seconds, by tier',
    labelNames: ['tier'],
    buckets: [0.01, 0.05, 0.1, 0.5, 1, 5, 15, 60, 300, 900, 3_600],
  }),
  attempts: new Histogram({
    name: 'svc_webhook_attempt_seconds',
    help: 'Duration of webhook attempts, in seconds, by outcome',
    labelNames: ['outcome'],
    buckets: [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15],
  }),
  deliveries: new Histogram({
    name: 'svc_webhook_delivery_seconds',
    help: 'Time from event to successful delivery, in seconds, by tier',
    labelNames: ['tier'],
    buckets: [0.05, 0.1, 0.25, 0.5, 1, 5, 30, 300, 3_600, 86_400],
  }),
};

// Without an initial 0, Prometheus sees no increase at the first failure, and the alert would miss it.
for (const code of ['worker_lost', 'workflow_unavailable']) metrics.failures.inc({ code }, 0);
