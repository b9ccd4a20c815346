import { All, Controller, NotFoundException } from '@nestjs/common';
import { AnyBody } from '../../common/http/input.guard.js';
import { Public } from '../../common/identity/identity.decorators.js';
import { LimitPerAddress } from './rate-limit.decorators.js';

/** Handles requests that match no other route, so that they are rate limited too. Its module is imported last. */
@Controller()
@Public()
@LimitPerAddress({ name: 'unknown-path', perMinute: 300 })
export class UnknownPathController {
  @All('{*path}')
  @AnyBody()
  notFound(): never {
    throw new NotFoundException();
  }
}
