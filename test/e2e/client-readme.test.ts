import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { createWalletClient, getContractAddress, http } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { hasAnvil } from '../../dev/stand-ins/anvil.ts'
import { type AttestingApp, register, startAttestingApp } from '../world/attesting.ts'
import { goodSubmission, startWorld } from '../world/app.ts'
import { verdict } from '../world/model.ts'
import { issueKey } from '../world/webhooks.ts'

const root = join(import.meta.dirname, '../..')
const skip = !hasAnvil() && 'there is no anvil for this platform'

/** The account of the examples. */
const signer = privateKeyToAccount(`0x${'01'.repeat(32)}`)

/** Deploys the token of the signer's first transaction, two days after the score and buried under blocks. */
async function deployToken({ url, chain }: AttestingApp): Promise<{ token: string; hash: string }> {
  await chain.setBalance({ address: signer.address, value: 10n ** 19n })
  const wallet = createWalletClient({ account: signer, chain: chain.chain, transport: http(url) })
  await chain.increaseTime({ seconds: 2 * 86_400 })
  const hash = await wallet.sendTransaction({ data: '0x600180600b6000396000f300' })
  await chain.waitForTransactionReceipt({ hash })
  await chain.mine({ blocks: 12 })
  return { token: getContractAddress({ from: signer.address, nonce: 0n }), hash }
}

test('each example of the client’s README runs against the service', { skip }, async (t) => {
  const world = await startWorld(t, { model: { judge: verdict } })
  const started = await startAttestingApp(t, { world, chain: ['--slots-in-an-epoch', '10'] })
  await register(started)
  const { app, deps, score } = started
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  const { authorization } = await issueKey(deps)
  const image = goodSubmission(world).imageUrl
  const published = await score()
  assert.equal((await started.publish(published.body.id)).status, 201)
  const { token, hash } = await deployToken(started)
  const folder = await mkdtemp(join(root, 'test/readme-')) // inside, so that packages are found
  t.after(() => rm(folder, { recursive: true }))
  t.mock.method(console, 'log', (...values: unknown[]) => printed.push(values))
  const printed: unknown[][] = []
  const text = await readFile(join(root, 'client/README.md'), 'utf8')
  const examples = [...text.matchAll(/```ts\n(.*?)```/gs)].map(([, code = '']) => code)
  assert.equal(examples.length, 13)
  for (const [n, code] of examples.entries()) {
    const file = join(folder, `${n}.ts`)
    const enrolled = await deps.db.selectFrom('enrollments').select('score_id').executeTakeFirst()
    const own = code
      .replaceAll("'@launchscore/client'", `'${pathToFileURL(join(root, 'client/src/index.ts')).href}'`)
      .replaceAll(
        'https://launchscore.example/score/01a20193-38c6-7b0c-9572-29555c61970c',
        `${url}/score/${published.body.id}`,
      )
      .replaceAll('01a20193-38c6-7b0c-9572-29555c61970c', enrolled?.score_id ?? '')
      .replaceAll('0x5FbDB2315678afecb367f032d93F642f64180aa3', token)
      .replaceAll('0x961e6a1b8b4e8f4a5f3b8c1d7e92a0465f3b8c1d7e92a0465f3b8c1d7e928755', hash)
      .replaceAll('https://launchscore.example', url)
      .replaceAll('https://mainnet.base.org', started.url)
      .replaceAll('https://pictures.example/left-sock.png', image)
      .replaceAll('lsc_live_…', authorization.replace('Bearer ', ''))
    await writeFile(file, own)
    await import(pathToFileURL(file).href)
  }
  const [first, ...others] = printed
  assert.deepEqual([typeof first?.[0], typeof first?.[1]], ['number', 'string'])
  const words = others.map(([one]) => String(one))
  for (const expected of ['meme', 'score', 'not_found', 'It was in the machine all along.', 'verified', 'proven'])
    assert.ok(words.includes(expected), `${expected} in ${words.join('; ')}`)
  assert.ok(words.some((one) => one.startsWith('The image shows a sock')))
  assert.ok(words.some((one) => /^\d{4}-\d{2}-\d{2}T/.test(one)))
})

await import('../world/close-shared-db.ts')
