// A Telegram bot that answers /score, and announces new scores, scheduled launches and reminders in a chat.
import { createServer } from 'node:http'
import { Bot } from 'grammy'
import { type WebhookEvent, type components, LaunchscoreError, createClient, receiveNode } from '@launchscore/client'

type Score = components['schemas']['ScoreResult']

/** What is known of a launch now. Its record never changes. */
interface Now {
  outcome: string | null
  /** The codes of the warnings that apply. */
  warnings: string[]
  isSigned: boolean
}

const baseUrl = need('LAUNCHSCORE_URL').replace(/\/+$/, '')
const chat = need('TELEGRAM_CHAT')
const {
  LAUNCHSCORE_KEY: apiKey,
  BANDS = 'green',
  PORT = '9000',
  TELEGRAM_API = 'https://api.telegram.org',
} = process.env
const bands = BANDS.split(',')
const api = createClient({ baseUrl, ...(apiKey && { apiKey }) })
const bot = new Bot(need('TELEGRAM_TOKEN'), { client: { apiRoot: TELEGRAM_API } })

function need(name: string): string {
  const value = process.env[name]
  if (!value) throw new Error(`Set ${name}.`)
  return value
}

/** The users whose question has no answer yet: everybody gets one scoring at a time. */
const waiting = new Set<number>()

bot.command('score', ({ from, chat, match, msgId }) => {
  if (!from || waiting.has(from.id)) return
  waiting.add(from.id)
  const reply = { message_id: msgId, allow_sending_without_reply: true }
  // not awaited: grammY handles one update after another, and a scoring takes seconds
  void answer(match.trim())
    .then((text) => send(chat.id, text, { reply_parameters: reply }))
    .catch(console.error)
    .finally(() => waiting.delete(from.id))
})

async function answer(query: string): Promise<string> {
  if (query === '') return 'Send /score with the address of a token contract, or with a name or ticker.'
  try {
    if (/^0x[0-9a-f]{40}$/i.test(query)) return await answerContract(query)
    const { results } = await api.search({ q: query, limit: 1 })
    if (!results[0]) return 'No launch has this name or ticker.'
    return describe(await api.getScore(results[0].scoreId), results[0])
  } catch (error) {
    if (error instanceof LaunchscoreError) return escape(error.message)
    throw error
  }
}

/** Describes the score of a token. A token without one is scored now. */
async function answerContract(contractAddress: string): Promise<string> {
  let headers = new Headers()
  try {
    const record = await api.getScoreByToken(contractAddress, {}, { onHeaders: (received) => (headers = received) })
    return describe(record, {
      outcome: headers.get('x-launchscore-outcome'),
      warnings: headers.get('x-launchscore-warnings')?.split(',') ?? [],
      isSigned: headers.get('x-launchscore-standing') !== 'unsigned',
    })
  } catch (error) {
    if (!(error instanceof LaunchscoreError && error.code === 'not_found')) throw error
    return describeNew(await api.createScore({ contractAddress }))
  }
}

/** Outcome and critical warnings come first: a good score must not hide them. */
function describe(record: Score, { outcome, warnings, isSigned }: Now): string {
  const cautions = (record.warnings ?? []).filter(({ severity }) => severity === 'caution').map(({ code }) => code)
  const critical = warnings.filter((code) => !cautions.some((caution) => caution === code))
  const lead = [...(outcome && outcome !== 'alive' ? [outcome] : []), ...critical].map(toWords).join(', ')
  const sign = outcome === 'graduated' && critical.length === 0 ? '✅' : '⚠️'
  const score = outcome
    ? `scored ${record.aggregate} (${record.band}) before launch`
    : `${record.aggregate}, ${record.band}`
  const marks = [score, ...(record.hasStubs ? ['preliminary'] : []), ...(isSigned ? [] : ['unsigned'])].join(' · ')
  return `${lead && `${sign} <b>${lead}</b>\n`}${formatName(record)}\n${marks}\n${baseUrl}/score/${record.id}`
}

const describeNew = (record: Score) =>
  describe(record, {
    outcome: null,
    warnings: (record.warnings ?? []).map(({ code }) => code),
    isSigned: (record.creatorProof ?? 'none') !== 'none',
  })

/** `owner_can_mint` as `Owner can mint`. */
const toWords = (code: string) => `${code.charAt(0).toUpperCase()}${code.slice(1).replaceAll('_', ' ')}`

/** As code: in other text Telegram turns names such as `@somebody` and `t.me/…` into mentions and links. */
const formatName = ({ submission: { name, symbol } }: Score) =>
  `<code>${escape(`${name} ($${symbol})`.replaceAll(/[\p{C}\p{Z}]+/gu, ' '))}</code>`

const escape = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** Returns the message about an event of a launch in `BANDS`. */
async function announce(event: WebhookEvent): Promise<string | undefined> {
  if (event.event === 'score.created') {
    const { band, hasStubs, scoreId } = event.data
    return bands.includes(band) && !hasStubs ? `New score\n${describeNew(await api.getScore(scoreId))}` : undefined
  }
  if (event.event !== 'launch.scheduled' && event.event !== 'launch.reminder') return undefined
  const { scheduledFor, scoreRequestId } = event.data
  const { score, outcome, warnings } = await api.getLaunch(scoreRequestId)
  if (!bands.includes(score.band)) return undefined
  const title = event.event === 'launch.reminder' ? `Reminder ${event.data.slot}` : 'Scheduled'
  const time = scheduledFor ? `${scheduledFor.slice(0, 16).replace('T', ' ')} UTC` : 'no time any more'
  return `${title}: ${time}\n${describe(score, { outcome, warnings, isSigned: true })}`
}

/** The ids of the last day's events: a delivery can arrive twice. */
const handled = new Map<string, number>()

const receive = receiveNode({ secret: need('WEBHOOK_SECRET') }, async ({ event }) => {
  for (const [id, at] of handled) if (at < Date.now() - 86_400_000) handled.delete(id)
  if (handled.has(event.id)) return
  handled.set(event.id, Date.now())
  try {
    const text = await announce(event)
    if (text) await send(chat, text)
  } catch (error) {
    handled.delete(event.id) // the response is 500, and the service sends the event again
    throw error
  }
})

const send = (to: number | string, text: string, other: object = {}) =>
  bot.api.sendMessage(to, text, { parse_mode: 'HTML', link_preview_options: { is_disabled: true }, ...other })

createServer((request, response) => void receive(request, response)).listen(Number(PORT))
process.once('SIGTERM', () => process.exit(0))
await bot.start({ onStart: ({ username }) => console.log(`@${username} answers, and takes webhooks on port ${PORT}.`) })
