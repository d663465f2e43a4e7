import { Module } from '@nestjs/common';
import { ApiKeysController } from './api-keys.controller.js';
import { CreateKey } from './create-key.js';
import { GetKey } from './get-key.js';
import { ListKeys } from './list-keys.js';
import { MeController } from './me.controller.js';
import { RevokeKey } from './revoke-key.js';
import { RotateKey } from './rotate-key.js';

@Module({
  controllers: [ApiKeysController, MeController],
  providers: [CreateKey, GetKey, ListKeys, RevokeKey, RotateKey],
})
export class ApiKeysModule {}
