import { Module } from '@nestjs/common';
import { BullConnections } from './bull-connections.js';

@Module({ providers: [BullConnections], exports: [BullConnections] })
export class BullConnectionsModule {}
