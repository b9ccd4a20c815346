import { Global, Module } from '@nestjs/common';
import { ResponseStreams } from './response-streams.service.js';

@Global()
@Module({ providers: [ResponseStreams], exports: [ResponseStreams] })
export class StreamsModule {}
