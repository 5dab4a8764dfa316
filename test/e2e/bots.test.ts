// Runs the bots of examples/ as processes, between the service and stand-ins of the chat platforms.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { type TestContext, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { startDiscordBot } from '../../dev/stand-ins/discord-bot.ts'
import { startRpc } from '../../dev/stand-ins/rpc.ts'
import { startTelegram } from '../../dev/stand-ins/telegram.ts'
import { freePort } from '../../dev/world/free-port.ts'
import type { ModelRequest } from '../../dev/stand-ins/model-request.ts'
import { decideOutcomes } from '../../src/record/decide-outcomes.ts'
import { createSignedHeaders } from '../../src/webhooks/signing.ts'
import { ask, startApp, startWorld } from '../world/app.ts'
import { ada, bob, enroll, signSubmission } from '../world/creators.ts'
import { verdict } from '../world/model.ts'
import { adminBearer, adminToken } from '../world/notifying.ts'
import { listSeries, seedFollowed } from '../world/seed.ts'
import { closeAfter, never, until } from '../world/waiting.ts'
import { emit, encryptionKey, issueKey } from '../world/webhooks.ts'

const root = join(import.meta.dirname, '../..')
const hourMs = 3_600_000
const secret = 'canary-webhook-secret-of-32-chars'
const honeypot = '0x70ce110000000000000000000000000000000666'
/** A token that nobody has submitted. */
const unknown = '0x70ce110000000000000000000000000000000901'
const creationTx = `0x${'9'.repeat(64)}`
const clean = '0x70ce110000000000000000000000000000000102'

/** A platform with one bot, as its users see it. */
interface Platform {
  /** Sends a message to the bot, and resolves with its answer. */
  say: (text: string) => Promise<string>
  /** The messages in the chat of the announcements. */
  announced: () => string[]
}

const platforms = { telegram: openTelegram, discord: openDiscord }

async function openTelegram(t: TestContext) {
  const telegram = await startTelegram({ token: '42:token', chats: ['77', '-1001'] })
  closeAfter(t, telegram.close)
  const listTexts = (to: string) =>
    telegram.messages.flatMap(({ chat_id }, n) => (String(chat_id) === to ? (telegram.shown[n]?.text ?? '') : []))
  const say = async (text: string) => {
    const count = listTexts('77').length
    telegram.say(77, text)
    await until(() => listTexts('77').length > count)
    return listTexts('77').at(-1) ?? ''
  }
  const environment = { TELEGRAM_TOKEN: '42:token', TELEGRAM_API: telegram.url, TELEGRAM_CHAT: '-1001' }
  const announced = () => listTexts('-1001')
  return { telegram, environment, say, announced }
}

async function openDiscord(t: TestContext) {
  const discord = await startDiscordBot({ token: 'discord-token', channels: ['1001'] })
  closeAfter(t, discord.close)
  const say = async (text: string) => {
    const id = await discord.use('score', text.replace(/^\/score /, ''))
    const find = () => discord.messages.find(({ to }) => to === id)
    await until(() => find() !== undefined)
    return find()?.content ?? ''
  }
  const environment = { DISCORD_TOKEN: 'discord-token', DISCORD_API: discord.url, DISCORD_CHANNEL: '1001' }
  const announced = () => discord.messages.flatMap(({ to, content }) => (to === '1001' ? content : []))
  return { discord, environment, say, announced }
}

const judge = (request: ModelRequest) => verdict(request, { score: JSON.stringify(request).includes('Dull') ? 5 : 95 })

/** The service with a subscription as the bot's README has it, the platform, and the bot between them. */
async function start<P extends Platform & { environment: NodeJS.ProcessEnv }>(
  t: TestContext,
  name: keyof typeof platforms,
  open: (t: TestContext) => Promise<P>,
) {
  const [port, botPort] = [await freePort('127.0.0.1', 0), await freePort('127.0.0.1', 0)]
  const url = `http://127.0.0.1:${port}`
  const goplus = { tokens: { [honeypot]: { kind: 'honeypot' } as const } }
  const world = await startWorld(t, { model: { judge }, goplus, txlist: { creations: { [unknown]: creationTx } } })
  const metadata = JSON.stringify({ image: `${world.images.url}/a.png`, description: 'A frog.' })
  const functions = {
    'name()': 'Frog @everyone',
    'symbol()': 'FROG',
    'contractURI()': `data:application/json;base64,${Buffer.from(metadata).toString('base64')}`,
  }
  const receipt = {
    transactionHash: creationTx,
    blockNumber: '0x100',
    status: '0x1',
    from: ada.address,
    to: null,
    contractAddress: unknown,
    logs: [],
  }
  const node = await startRpc({ tokens: { [unknown]: { functions } }, receipts: { [creationTx]: receipt } })
  closeAfter(t, node.close)
  const allowed = `${world.environment['OUTBOUND_ALLOW']},127.0.0.1:${botPort}`
  const own = {
    CHAIN_RPC_URL: node.url,
    PUBLIC_URL: url,
    ADMIN_TOKEN: adminToken,
    ENCRYPTION_KEY: encryptionKey,
    OUTBOUND_ALLOW: allowed,
  }
  const service = await startApp(t, { world, environment: { ...world.environment, ...own } })
  await service.app.listen({ host: '127.0.0.1', port })
  const platform = await open(t)
  const settings = {
    LAUNCHSCORE_URL: url,
    WEBHOOK_SECRET: secret,
    PORT: String(botPort),
    BANDS: 'green,amber',
    ...platform.environment,
  }
  await startBot(t, name, settings)
  const hook = `http://127.0.0.1:${botPort}/hooks`
  const dispatch = () => ask(service.app, { method: 'POST', url: '/v1/webhooks/dispatch', headers: adminBearer })
  const subscribe = async () => {
    const readme = readFileSync(join(root, `examples/${name}-bot/README.md`), 'utf8')
    const [, body = ''] = /-d '(\{.*?\})'\n/s.exec(readme) ?? []
    const given = body.replace('https://bot.example/hooks', hook).replace(`'$WEBHOOK_SECRET'`, secret)
    const payload = JSON.parse(given) as object
    const headers = { ...(await issueKey(service.deps)) }
    assert.equal((await ask(service.app, { method: 'POST', url: '/v1/webhooks', headers, payload })).status, 201)
  }
  return { ...service, ...platform, url, hook, dispatch, subscribe }
}

async function startBot(t: TestContext, name: string, settings: NodeJS.ProcessEnv): Promise<void> {
  const hooks = pathToFileURL(join(root, 'test/servers/resolve-client.ts')).href
  const env = { PATH: process.env['PATH'], ...settings }
  const bot = spawn(process.execPath, ['--import', hooks, join(root, `examples/${name}-bot/bot.ts`)], { env })
  closeAfter(t, async () => {
    bot.kill('SIGTERM')
    if (bot.exitCode === null && bot.signalCode === null) await once(bot, 'exit')
  })
  let problems = ''
  bot.stderr.on('data', (text) => (problems += String(text)))
  const lines = createInterface({ input: bot.stdout })
  await Promise.race([once(lines, 'line'), once(bot, 'exit').then(() => assert.fail(problems))])
}

for (const [name, open] of Object.entries(platforms) as [keyof typeof platforms, (typeof platforms)['telegram']][]) {
  test(`the ${name} bot: /score finds a launch by its name and by its contract`, async (t) => {
    const { say, score, submission, url, app } = await start(t, name, open)
    const { body: named } = await score({ name: 'Odd Sock' })
    assert.match(await say('/score odd sock'), /^Odd Sock \\?\(\\?\$SOCK\\?\)\n[\d.]+, (green|amber|red) · unsigned\n/)
    assert.ok((await say('/score odd sock')).includes(`${url}/score/${named.id}`))
    const signed = await signSubmission(app, submission({ name: 'Signed Sock', contractAddress: clean }), ada)
    const { body: own } = await score(signed)
    const answer = await say(`/score ${clean.toUpperCase().replace('X', 'x')}`)
    assert.ok(answer.includes(`${url}/score/${own.id}`), answer)
    assert.match(await say('/score nobody has this'), /^No launch has this name/)
  })

  test(`the ${name} bot: outcome and critical warnings come before the score`, async (t) => {
    const { say, score, deps } = await start(t, name, open)
    await score({ name: 'Sweet Pot', contractAddress: honeypot })
    assert.match(await say(`/score ${honeypot}`), /^⚠️ \**Honeypot.*\n/)
    assert.match(await say('/score sweet pot'), /^⚠️ \**Honeypot.*\n/)
    const tradingSince = new Date(Date.now() - 200 * hourMs)
    const series = listSeries().find((one) => one.name === 'rugged-removed')
    const observations = series?.observations.filter((one) => one.t <= 190) ?? []
    const launch = await seedFollowed(deps.db, { observations, tradingSince })
    await decideOutcomes(deps, never)
    const answer = await say(`/score ${launch.score.id}`)
    assert.match(answer, /^⚠️ \**Rugged\**\n.*\nscored 80 \(green\) before launch\n/)
  })
}

test('the telegram bot: no name becomes a link, a mention or a tag', async (t) => {
  const { say, score, telegram, url } = await start(t, 'telegram', openTelegram)
  for (const [n, name] of hostileNames.entries()) {
    const { status, body } = await score({ name, symbol: `EVIL${n}` })
    assert.equal(status, 201, JSON.stringify(body))
    const answer = await say(`/score EVIL${n}`)
    assert.ok(answer.includes(`($EVIL${n})`), answer)
    const { entities = [] } = telegram.shown.at(-1) ?? {}
    const others = entities.filter(({ type }) => !['code', 'url', 'bold'].includes(type))
    assert.deepEqual(others, [])
    const urls = entities.filter(({ type }) => type === 'url')
    assert.deepEqual(
      urls.map(({ offset, length }) => answer.slice(offset, offset + length)),
      [`${url}/score/${body.id}`],
    )
  }
})

test('the discord bot: no name formats text, mentions or links', async (t) => {
  const { say, score, discord } = await start(t, 'discord', openDiscord)
  for (const [n, name] of hostileNames.entries()) {
    await score({ name, symbol: `EVIL${n}` })
    const answer = await say(`/score EVIL${n}`)
    const line = answer.split('\n').find((one) => one.includes(`EVIL${n}`)) ?? ''
    assert.doesNotMatch(line.replaceAll(/\\./g, ''), /[!-/:-@[-`{-~]/, line)
    assert.equal(line.replaceAll(/\\(.)/g, '$1'), `${name.trim()} ($EVIL${n})`)
  }
  for (const message of discord.messages) assert.deepEqual(message.allowed_mentions, { parse: [] })
})

const hostileNames = [
  '<b>bold</b> & <a href="x">',
  '@everyone t.me/scam',
  '[free](https://scam.example)',
  '**Ⓢcam** <@&77> `x` #tag',
]

for (const [name, open] of Object.entries(platforms) as [keyof typeof platforms, (typeof platforms)['telegram']][]) {
  test(`the ${name} bot announces the scores and launches of its bands, each event once`, async (t) => {
    const { score, submission, subscribe, dispatch, announced, app, deps, hook } = await start(t, name, open)
    const untilAnnounced = (count: number) =>
      until(async () => {
        await dispatch()
        return announced().length >= count
      })
    await subscribe()
    const { body: dull } = await score({ name: 'Dull Sock', symbol: 'DULL', creatorAddress: bob.address })
    assert.equal(dull.band, 'red')
    const signed = await signSubmission(app, submission({ name: 'Bright Sock', symbol: 'BRIGHT' }), ada)
    const { body: bright } = await score(signed)
    assert.match(bright.band, /green|amber/)
    await untilAnnounced(1)
    assert.equal(announced().length, 1)
    assert.match(announced()[0] ?? '', /^New score\nBright Sock \\?\(\\?\$BRIGHT\\?\)\n[\d.]+, (green|amber)\n/)

    const scheduledFor = new Date(Date.now() + 2 * 24 * hourMs).toISOString()
    await enroll(app, { scoreId: bright.id, wallet: ada, scheduledFor })
    await untilAnnounced(2)
    assert.equal(announced().length, 2)
    assert.match(announced()[1] ?? '', /^Scheduled: .*\nBright Sock/)
    await emit(deps, { event: 'launch.reminder', data: { scoreRequestId: bright.id, slot: 'T-60min', scheduledFor } })
    await untilAnnounced(3)
    assert.equal(announced().length, 3)
    assert.match(announced()[2] ?? '', /^Reminder T-60min: .*\nBright Sock/)

    const facts = { scoreId: bright.id, aggregate: 80, band: 'green', hasStubs: false, contractAddress: null }
    const event = {
      id: 'evt_1',
      event: 'score.created',
      timestamp: scheduledFor,
      data: { ...facts, createdAt: scheduledFor },
    }
    const deliver = async (by: string) => {
      const body = JSON.stringify(event)
      const signing = {
        serviceName: 'Launchscore',
        event: 'score.created',
        deliveryId: 'd',
        body,
        secret: by,
        at: new Date(),
      }
      return (await fetch(hook, { method: 'POST', body, headers: createSignedHeaders(signing) })).status
    }
    assert.deepEqual([await deliver(secret), await deliver(secret), await deliver('another-secret')], [204, 204, 401])
    assert.equal(announced().length, 4)
  })

  test(`the ${name} bot scores a token that has no score`, async (t) => {
    const { say, app } = await start(t, name, open)
    const answer = await say(`/score ${unknown}`)
    const { status, body } = await ask(app, { url: `/api/v1/score/${unknown}` })
    assert.equal(status, 200, answer)
    assert.match(answer.replaceAll('\\', ''), /^Frog @everyone \(\$FROG\)\n[\d.]+, (green|amber|red) · unsigned\n/)
    assert.ok(answer.includes(`/score/${body.id}`), answer)
    assert.equal(await say(`/score ${unknown}`), answer)
    const refused = await say('/score 0x70ce110000000000000000000000000000000902')
    assert.match(refused, /^contractAddress must be a token/)
    assert.doesNotMatch(refused, /\/score\//)
  })
}

await import('../world/close-shared-db.ts')
