import { All, Controller, NotFoundException, UseGuards, type CanActivate } from '@nestjs/common';
import { Public } from '../../common/identity/identity.decorators.js';
import { LimitPerAddress } from './rate-limit.decorators.js';

/** A guard, so that it speaks after the limit and before anybody looks at the body. */
class NothingThere implements CanActivate {
  canActivate(): never {
    throw new NotFoundException();
  }
}

/** What no other route answers: there so that also such requests are limited, and told how. Its module is imported last. */
@Controller('v1')
@Public()
@LimitPerAddress({ name: 'unknown-path', perMinute: 300 })
@UseGuards(NothingThere)
export class UnknownPathController {
  @All('{*path}')
  nothing(): void {
    // NothingThere has answered.
  }
}
