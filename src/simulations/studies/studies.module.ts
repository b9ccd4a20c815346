import { Module } from '@nestjs/common';
import { UsageModule } from '../../usage/usage.module.js';
import { WorkflowsModule } from '../../workflows/workflows.module.js';
import { Studies } from './studies.service.js';
import { StudyChanges } from './study-changes.service.js';
import { StudyList } from './study-list.service.js';
import { StudyTables } from './study-tables.service.js';

/** Used by the HTTP process only: queues, reads, cancels and deletes studies. */
@Module({
  imports: [UsageModule, WorkflowsModule],
  providers: [Studies, StudyChanges, StudyList, StudyTables],
  exports: [Studies, StudyChanges, StudyList, StudyTables],
})
export class StudiesModule {}
