import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { postEnrollment } from '../world/creators.ts'
import { startApp, startWorld } from '../world/app.ts'
import { allHostilities, startHostileServer } from '../servers/hostile-server.ts'
import { seedScore } from '../world/seed.ts'
import { verdict } from '../world/model.ts'

/** The environment that points a service at a hostile server. */
const providers: Record<string, (url: string) => Record<string, string>> = {
  'a model behind the one format': (url) => ({ MODEL_BASE_URL: `${url}/v1` }),
  'a model behind the other format': (url) => ({ MODEL_PROVIDER: 'anthropic', MODEL_BASE_URL: `${url}/v1` }),
  'an explorer': (url) => ({ CREATOR_DATA_URL: `${url}/api` }),
  'a token-risk provider': (url) => ({ TOKEN_RISK_URL: url }),
  'another token-risk provider': (url) => ({ TOKEN_RISK_PROVIDER: 'honeypot-is', TOKEN_RISK_URL: url }),
  'a node': (url) => ({ CHAIN_RPC_URL: url }),
}

/** An exchange reads 8 MB at most; as much again may stand in the buffers of the connection. */
const maxTakenBytes = 16_000_000

const contractAddress = '0x70ce110000000000000000000000000000000102'

async function start(t: TestContext, environment: Record<string, string>) {
  const world = await startWorld(t)
  const config = { providerTimeoutMs: 300, modelTimeoutMs: 300 }
  return startApp(t, { world, environment: { ...world.environment, ...environment }, config })
}

async function enrollByContract({ app, deps }: Awaited<ReturnType<typeof start>>) {
  const creatorAddress = '0xc0ffee0000000000000000000000000000000001'
  const scoreRequestId = await seedScore(deps, { creatorAddress })
  return postEnrollment(app, { scoreRequestId, creatorAddress, signature: '0x5160' })
}

for (const [provider, settingsFor] of Object.entries(providers))
  for (const hostility of allHostilities)
    test(
      `${provider} that ${hostility} makes 502 upstream in time, and nothing is stored`,
      { timeout: 60_000 },
      async (t) => {
        const server = await startHostileServer(hostility)
        t.after(server.close)
        const service = await start(t, settingsFor(server.url))
        const { status, body } = await (provider === 'a node'
          ? enrollByContract(service)
          : service.score({ contractAddress }))
        assert.deepEqual([status, body.error?.code], [502, 'upstream'])
        const stored = provider === 'a node' ? 'enrollments' : 'submissions'
        assert.deepEqual(await service.deps.db.selectFrom(stored).select('id').execute(), [])
        if (hostility.startsWith('never ends'))
          assert.ok(server.maxSentBytes() < maxTakenBytes, `${server.maxSentBytes()}`)
      },
    )

for (const [length, expected] of [
  [20_000, 201],
  [20_001, 502],
] as const)
  test(`a judge’s reason of ${length} characters gives ${expected}, never a long one`, async (t) => {
    const world = await startWorld(t, {
      model: { judge: (request) => verdict(request, { reason: 'x'.repeat(length) }) },
    })
    const { score } = await startApp(t, { world })
    const { status, body } = await score()
    assert.equal(status, expected)
    assert.ok(JSON.stringify(body).length < 10_000)
  })

await import('../world/close-shared-db.ts')
