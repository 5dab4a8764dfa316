import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runCommand } from '../src/main/commands.ts'
import { ada, bob, enroll } from './world/creators.ts'
import { ask, startApp, startWorld } from './world/app.ts'

const contractAddress = '0x70cE110000000000000000000000000000000102'.toLowerCase()
const unknown = `0x${'9'.repeat(40)}`

async function start(t: Parameters<typeof startWorld>[0]) {
  const world = await startWorld(t)
  const service = await startApp(t, { world })
  const get = async (url: string) => {
    const { status, body, headers } = await ask(service.app, { url })
    return { status, html: String(body), location: headers['location'] }
  }
  return { ...service, get }
}

test('/token/:address: the contract’s score, its history and other scores of it', async (t) => {
  const { app, deps, score, get } = await start(t)
  const { body: honest } = await score({ contractAddress, creatorAddress: ada.address })
  const { body: stranger } = await score({ contractAddress, creatorAddress: bob.address, name: 'Other Sock' })
  assert.match((await get(`/token/${contractAddress}`)).html, /Not signed\. Anyone can score a contract/)
  await enroll(app, { scoreId: honest.id, wallet: ada })
  const { body: again } = await ask(app, { method: 'POST', url: `/v1/score/${honest.id}/rescore` })
  const { html } = await get(`/token/${contractAddress}`)
  assert.match(html, /Signed by its creator\. The creator isn’t known to have deployed this contract\./)
  const links = html.match(/(?<=href="\/score\/)[-0-9a-f]{36}/g) ?? []
  assert.deepEqual([...new Set(links)], [again.id, honest.id, stranger.id])
  await runCommand(deps, ['score', 'hide', honest.id, '--reason', 'Phishing.'])
  assert.doesNotMatch((await get(`/token/${contractAddress}`)).html, new RegExp(honest.id))
  await runCommand(deps, ['score', 'hide', stranger.id, '--reason', 'Phishing.'])
  assert.equal((await get(`/token/${contractAddress}`)).status, 451)
})

test('/token/:address: one that nobody has scored is scored with one click, or in the form', async (t) => {
  const { get } = await start(t)
  const { status, html } = await get(`/token/${unknown}`)
  assert.equal(status, 200)
  assert.match(html, /No score yet/)
  assert.match(html, /data-island="score-contract"[^>]*8453/)
  assert.match(html, /<button[^>]*>Score it<\/button>/)
  assert.match(html, new RegExp(`href="/\\?contract=${unknown}"`))
  assert.match(html, /<meta name="robots" content="noindex"/)
})

test('/search: an exact contract, wallet or id leads to its page', async (t) => {
  const { app, score, get } = await start(t)
  const { body: token } = await score({ contractAddress, creatorAddress: bob.address })
  const { body: launch } = await score({ name: 'Right Sock', creatorAddress: ada.address })
  await enroll(app, { scoreId: launch.id, wallet: ada })
  const target = async (q: string) => {
    const { status, location } = await get(`/search?q=${q}`)
    return [status, String(location).toLowerCase()]
  }
  assert.deepEqual(await target(contractAddress), [303, `/token/${contractAddress}`])
  assert.deepEqual(await target(`%20${ada.address}%20`), [303, `/creator/${ada.address.toLowerCase()}`])
  assert.deepEqual(await target(token.id), [303, `/score/${token.id}`])
  assert.deepEqual(await target(unknown), [303, `/token/${unknown}`])
})

test('/search: names and tickers as rows, else what to do', async (t) => {
  const { score, get } = await start(t)
  const { body } = await score()
  const { status, html } = await get('/search?q=left+so')
  assert.equal(status, 200)
  assert.match(html, /1 launch found/)
  assert.match(html, new RegExp(`class="row-link" href="/score/${body.id}"`))
  assert.match(html, /name="q"[^>]*value="left so"/)
  assert.match((await get('/search?q=nothing+like+it')).html, /No launch matches “nothing like it”/)
  assert.match((await get('/search?q=01a20193-38c6-7b0c-9572-29555c61970c')).html, /No launch matches/)
  const { html: empty } = await get('/search')
  assert.equal(empty.match(/<input type="search" name="q"/g)?.length, 1, 'one field, in the bar')
  assert.doesNotMatch((await get('/search?q=')).html, /No launch matches/)
})

test('/search: an address with a typo says so', async (t) => {
  const { get } = await start(t)
  const typos = {
    '0x3B3FA9AF73F17eF10092cd8b1C8A45Ab6291d8c7': /That address has a typo: its capital letters don’t match/,
    [contractAddress.slice(0, 41)]: /That address has a typo: an address is 0x and 40 more characters/,
  }
  for (const [q, words] of Object.entries(typos)) {
    const { status, html } = await get(`/search?q=${q}`)
    assert.equal(status, 200)
    assert.match(html, words)
    assert.match(html, new RegExp(`value="${q}"`))
  }
})

for (const [language, words] of [
  ['es', /Sin nota todavía/],
  ['zh', /尚无评分/],
] as const)
  test(`the pages of lists speak ${language}`, async (t) => {
    const { get } = await start(t)
    assert.match((await get(`/token/${unknown}?lang=${language}`)).html, words)
    for (const path of ['/leaderboards', '/launches', '/graduates', '/search?q=x', `/creator/${unknown}`]) {
      const { html } = await get(`${path}${path.includes('?') ? '&' : '?'}lang=${language}`)
      const main = html.slice(html.indexOf('<main'), html.indexOf('</main>')).replaceAll(/<[^>]*>/g, ' ')
      assert.doesNotMatch(main, /\b(Score|launch|Launch|Higher|signed)\b/, path)
    }
  })
