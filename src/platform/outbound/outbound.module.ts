import { Module } from '@nestjs/common';
import { OutboundHttp } from './outbound-http.service.js';

@Module({ providers: [OutboundHttp], exports: [OutboundHttp] })
export class OutboundModule {}
