import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseConfig } from '../config.ts'
import { describeConfig } from './describe-config.ts'

const secret = 'canary-canary-canary-canary-canary'
const key = `0x${'ca'.repeat(32)}`

test('the described configuration names settings and servers, and holds no secret', () => {
  const config = parseConfig({
    DATABASE_URL: `postgres://user:${secret}@db.example:6432/scores?sslpassword=${secret}`,
    DATABASE_DIRECT_URL: `postgres://user:${secret}@one.example:5432/scores?sslmode=require`,
    REDIS_URL: `rediss://:${secret}@redis.example:6379/2`,
    ADMIN_TOKEN: secret,
    METRICS_TOKEN: secret,
    MODEL_PROVIDER: 'openai',
    MODEL_NAME: 'judge-1',
    MODEL_API_KEY: secret,
    MODEL_BASE_URL: 'http://127.0.0.1/canary',
    CREATOR_DATA_URL: `https://chain.example/api?key=${secret}`,
    CREATOR_DATA_KEY: secret,
    TOKEN_RISK_URL: 'https://risk.example/canary',
    TOKEN_RISK_KEY: secret,
    CHAIN_RPC_URL: `https://node.example/${secret}`,
    ATTESTATION_CONTRACT: '0x4200000000000000000000000000000000000021',
    ATTESTER_KEY: key,
    ENCRYPTION_KEY: Buffer.alloc(32, 0xca).toString('base64'),
    NOTIFY_DISCORD_URL: `https://discord.example/${secret}`,
    NOTIFY_TELEGRAM_TOKEN: secret,
    NOTIFY_TELEGRAM_CHAT: '@chat',
    NOTIFY_SMTP_URL: `smtp://user:${secret}@mail.example`,
    NOTIFY_EMAIL_FROM: 'a@launch.example',
  })
  const described = describeConfig(config)
  const text = JSON.stringify(described)
  for (const canary of ['canary', 'ca'.repeat(32), 'ysrKys']) assert.ok(!text.includes(canary), canary)
  assert.equal(described['database'], 'db.example:6432/scores')
  assert.equal(described['databaseDirect'], 'one.example:5432/scores')
  assert.equal(described['redis'], 'redis.example:6379/2')
  assert.deepEqual(described['model'], { provider: 'openai', name: 'judge-1' })
  assert.deepEqual([described['drainSeconds'], described['adminTokens']], [5, 1])
})

test('the log names the remote signer by its host and account, without its password', () => {
  const publicKey =
    '79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798483ada7726a3c4655da4fbfc0e1108a8fd17b448a68554199c47d08ffb10d4b8'
  const { attestation } = describeConfig(
    parseConfig({
      CHAIN_RPC_URL: 'https://node.example',
      ATTESTATION_CONTRACT: '0x4200000000000000000000000000000000000021',
      ATTESTER_URL: `https://user:${secret}@signer.example:9000/api/v1/eth1/sign/0x${publicKey}`,
    }),
  )
  assert.deepEqual(attestation, {
    contract: '0x4200000000000000000000000000000000000021',
    signer: { host: 'signer.example:9000', address: '0x7E5F4552091A69125d5DfCb7b8C2659029395Bdf' },
  })
})
