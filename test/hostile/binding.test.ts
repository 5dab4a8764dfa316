import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { startAnvil } from '../../dev/stand-ins/anvil.ts'
import { type LocalChain, openLocalChain } from '../../dev/stand-ins/eas.ts'
import type { GoplusWorld } from '../../dev/stand-ins/goplus.ts'
import { deploy } from '../world/binding.ts'
import { ada, bob } from '../world/creators.ts'
import { freshAddress } from '../world/fresh-address.ts'
import { until } from '../world/waiting.ts'
import { enroll } from './journeys.ts'
import { createScope } from './scope.ts'
import { type Target, databases, send, startTarget } from './target.ts'

const chainId = 31337
const fatal = ['honeypot', 'cannot_sell', 'confiscatory_tax', 'owner_can_take_tokens', 'listed_deployer']

for (const database of databases)
  void describe(`the token of a launch (${database})`, () => {
    const scope = createScope()
    const tokens: NonNullable<GoplusWorld['tokens']> = {}
    let target: Target
    let node: { url: string; chain: LocalChain }

    before(async () => {
      const anvil = await startAnvil(['--chain-id', String(chainId), '--slots-in-an-epoch', '10'])
      scope.after(anvil.stop)
      node = { url: anvil.url, chain: openLocalChain(anvil.url, chainId) }
      for (const { address } of [ada, bob]) await node.chain.setBalance({ address, value: 10n ** 19n })
      const environment = { CHAIN_ID: String(chainId), CHAIN_RPC_URL: anvil.url }
      target = await startTarget(scope, { database, world: { goplus: { tokens } }, environment })
    })
    after(scope.close)

    async function sign(
      id: string,
      { kind, token, wallet }: { kind: 'token' | 'token/denial'; token: string; wallet: typeof ada },
    ) {
      const path = `/v1/launch/${id}/${kind}`
      const { body } = await send(target, freshAddress(), { path: `${path}/message?tokenAddress=${token}` })
      const signature = await wallet.signMessage({ message: body.message })
      const json = { tokenAddress: token, creatorAddress: wallet.address, signature }
      return send(target, freshAddress(), { path, method: 'POST', json })
    }

    test('a honeypot that is bound to a score from before the launch carries its warnings', async () => {
      const { id } = await enroll(target, { wallet: ada, address: freshAddress() })
      const { token, hash } = await deploy(node, ada)
      tokens[token.toLowerCase()] = { kind: 'honeypot', creator: ada.address.toLowerCase() }
      const path = `/v1/launch/${id}/token`
      const { body } = await send(target, freshAddress(), { path: `${path}/message?tokenAddress=${token}` })
      const signature = await ada.signMessage({ message: body.message })
      const json = { tokenAddress: token, creatorAddress: ada.address, signature, creationTx: hash }
      const bound = await send(target, freshAddress(), { path, method: 'POST', json })
      assert.equal(bound.status, 201, bound.text)
      assert.equal(bound.body.state, 'proven')
      const byToken = () => send(target, freshAddress(), { path: `/api/v1/score/${token}` })
      const first = await byToken()
      assert.equal(first.headers.get('x-launchscore-standing'), 'bound')
      // The job examines it within its pause; nobody has to ask.
      await until(async () => (await byToken()).body.boundContract === token)
      const { body: examined } = await byToken()
      assert.deepEqual(
        examined.warnings.map(({ code }: { code: string }) => code),
        fatal,
      )
      for (const page of [`/token/${token}`, `/launch/${id}`, `/score/${id}`])
        assert.match((await send(target, freshAddress(), { path: page })).text, /Honeypot/, page)

      // A stranger neither denies it, nor takes its place.
      assert.ok((await sign(id, { kind: 'token/denial', token, wallet: bob })).status >= 400)
      assert.ok((await sign(id, { kind: 'token', token, wallet: bob })).status >= 400)
      assert.equal((await byToken()).headers.get('x-launchscore-standing'), 'bound')
      const denied = await sign(id, { kind: 'token/denial', token, wallet: ada })
      assert.equal(denied.status, 201, denied.text)
      assert.notEqual((await byToken()).headers.get('x-launchscore-standing'), 'bound')
    })
  })
