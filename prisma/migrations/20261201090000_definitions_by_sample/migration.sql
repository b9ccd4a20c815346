-- Definitions whose agents are rows of a dataset: the deletion of the dataset deletes the agents of their results.
CREATE INDEX "workflow_definitions_sample_idx" ON "workflow_definitions" ((definition #>> '{population,sample,digest}'))
    WHERE definition #>> '{population,sample,digest}' IS NOT NULL;
