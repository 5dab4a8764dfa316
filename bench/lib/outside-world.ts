import { hash } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { startGoplus } from '../../dev/stand-ins/goplus.ts'
import { startImageHost } from '../../dev/stand-ins/image-host.ts'
import { type ModelRequest, startModelServer } from '../../dev/stand-ins/model.ts'
import { startTxlist } from '../../dev/stand-ins/txlist.ts'
import { verdict } from '../../test/world/model.ts'

export interface OutsideWorld {
  /** Settings that point a service at it. */
  environment: NodeJS.ProcessEnv
  /** The launch of a number: no two share a name, a wallet, an image or anything else that is remembered. */
  submission: (n: number) => object
  /** How long the slower of the two judgements of a launch was here, from its head to the last byte of its answer. */
  judgedMs: (n: number) => number
  /** From now on the model takes this long. */
  setModelMs: (ms: number) => void
}

interface Pace {
  modelMs: number
  dataMs: number
  /** As many launches as there are images can be scored. */
  images: Buffer[]
}

/** Providers on real sockets of this process, each with a pace of its own; the image's host answers at once. */
export async function openOutsideWorld(opened: AsyncDisposableStack, pace: Pace): Promise<OutsideWorld> {
  const { dataMs, images: submitted } = pace
  const { judge, onResponse, judgedMs, setModelMs } = createJudge(pace.modelMs)
  const files = submitted.map((image, n) => [`/${n}.jpg`, image] as const)
  const wallets = submitted.map((_, n) => [toWallet(n), { ageDays: 400, sent: 12 }] as const)
  const [model, txlist, goplus, images] = await Promise.all([
    startModelServer({ judge, onResponse }),
    startTxlist({ wallets: Object.fromEntries(wallets), delayMs: dataMs }),
    startGoplus({ delayMs: dataMs }),
    startImageHost({ images: Object.fromEntries(files) }),
  ])
  for (const { close } of [model, txlist, goplus, images]) opened.defer(close)
  const environment = {
    MODEL_PROVIDER: 'openai',
    MODEL_BASE_URL: model.baseUrl,
    MODEL_NAME: 'stand-in',
    MODEL_API_KEY: 'stand-in',
    CREATOR_DATA_URL: txlist.url,
    TOKEN_RISK_URL: goplus.url,
    OUTBOUND_ALLOW: `127.0.0.1:${images.port}`,
  }
  return { environment, submission: (n) => toSubmission(n, images.url), judgedMs, setModelMs }
}

/** A judge that says good things after a while and remembers how long that was for each launch. */
function createJudge(modelMs: number) {
  const times = new Map<number, number>()
  const judge = async (request: ModelRequest) => {
    if (modelMs > 0) await pause(modelMs)
    return verdict(request)
  }
  const onResponse = ({ text }: ModelRequest, ms: number) => {
    const n = Number(/Sock(\d+)/.exec(text)?.[1])
    times.set(n, Math.max(times.get(n) ?? 0, ms))
  }
  const judgedMs = (n: number) => {
    const ms = times.get(n)
    if (ms === undefined) throw new Error(`launch ${n} was never judged`)
    return ms
  }
  return { judge, onResponse, judgedMs, setModelMs: (ms: number) => void (modelMs = ms) }
}

const toWallet = (n: number) => `0x${(n + 1).toString(16).padStart(40, 'b')}`

/** Twelve letters of which no two numbers share many: names that begin or end alike count as similar. */
const toWord = (n: number) =>
  Array.from(hash('sha256', String(n)).slice(0, 12), (digit) => letters[parseInt(digit, 16)]).join('')
const letters = 'bcdefghjklmnprst'

const toSubmission = (n: number, imageHost: string) => ({
  name: `${toWord(n)} Sock${n}`,
  symbol: `SOCK${n}`,
  description:
    `Every washing machine takes one sock, and Sock${n} is the token of the other. No utility, no roadmap, no ` +
    'promises: just the quiet dignity of whoever was left behind in the drawer. Wear it odd, trade it odd, and if you ' +
    'ever find its partner behind the machine, tell nobody. One sock, one wallet, one very patient community.',
  imageUrl: `${imageHost}/${n}.jpg`,
  xHandle: `@sock${n}`,
  creatorAddress: toWallet(n),
})
