import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import type { Reply } from '../../common/http/reply.js';
import { Public } from '../../common/identity/identity.decorators.js';
import { LimitPerAddress } from '../../platform/rate-limit/rate-limit.decorators.js';
import { Identities } from '../identities.service.js';
import type { IdentityRecord } from '../identity.record.js';
import { logInSchema, signUpSchema, type LogIn, type SignUp } from './password.schema.js';
import { Passwords } from './passwords.service.js';

@Controller('v1/auth/password')
@Public()
export class PasswordController {
  constructor(
    private readonly passwords: Passwords,
    private readonly identities: Identities,
  ) {}

  @Post('signup')
  @LimitPerAddress({ name: 'sign-up', perMinute: 5 })
  async signUp(@Body({ schema: signUpSchema }) body: SignUp): Promise<Reply<IdentityRecord>> {
    return this.identities.welcome(await this.passwords.signUp(body));
  }

  @Post('login')
  @HttpCode(200)
  @LimitPerAddress({ name: 'login', perMinute: 5 })
  async logIn(@Body({ schema: logInSchema }) body: LogIn): Promise<Reply<IdentityRecord>> {
    return this.identities.welcome(await this.passwords.logIn(body));
  }
}
