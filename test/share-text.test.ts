import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { LeadState } from '../contract/lead.ts'
import { warningWords } from '../contract/warning-words.ts'
import { formatShareText } from '../web/src/words/share.ts'

type Shared = Parameters<typeof formatShareText>[0]

const weights = { meme: 0.2, creator: 0.2, image: 0.2, risk: 0.15, name: 0.15, social: 0.1 }

/** A score of which the named signals are measured; all unless given. */
const toScore = (over: Partial<Shared> = {}, measured: string[] = Object.keys(weights)) =>
  ({
    submission: { name: 'Left Sock', symbol: 'SOCK', contractAddress: null },
    aggregate: 85.25,
    band: 'green',
    hasStubs: measured.length < 6,
    explanation: {
      contributions: Object.entries(weights).map(([signal, weight]) => ({
        signal,
        weight,
        effectiveWeight: measured.includes(signal) ? weight : 0,
      })),
    },
    ...over,
  }) as Shared

const honeypot: Shared['warnings'] = [
  {
    code: 'honeypot',
    severity: 'critical',
    signal: 'risk',
    message: 'Honeypot: holders cannot sell this token.',
    source: 'GoPlus',
    observedAt: '2026-11-22T00:00:00.000Z',
  } as NonNullable<Shared['warnings']>[number],
]
const launchesAt = '2026-12-01T18:00:00.000Z'

const stateOf = (over: Partial<LeadState> = {}): LeadState => ({
  outcome: null,
  warnings: [],
  outcomeAt: null,
  outcomeCause: null,
  isUnsigned: false,
  story: null,
  newer: null,
  ...over,
})

const removal = { share: 0.9991, by: 'insider', from: launchesAt, to: launchesAt, txHash: null } as const

for (const [name, score, options, texts] of [
  [
    'a final score',
    toScore(),
    {},
    {
      en: '$SOCK scored 85.3 out of 100 before launch. Every reason is public:',
      es: '$SOCK obtuvo 85.3 de 100 antes del lanzamiento. Todos los motivos son públicos:',
      zh: '$SOCK 在发行前获得 85.3 分（满分 100）。全部理由公开：',
    },
  ],
  [
    'a score of a token that exists, without a claim about its launch',
    toScore({ submission: { ...toScore().submission, contractAddress: '0x0000000000000000000000000000000000000001' } }),
    {},
    {
      en: '$SOCK scored 85.3 out of 100. Every reason is public:',
      es: '$SOCK obtuvo 85.3 de 100. Todos los motivos son públicos:',
      zh: '$SOCK 获得 85.3 分（满分 100）。全部理由公开：',
    },
  ],
  [
    'a score that nobody signed',
    toScore(),
    { state: stateOf({ isUnsigned: true }) },
    {
      en: '$SOCK scored 85.3 out of 100 before launch, unsigned. Every reason is public:',
      es: '$SOCK obtuvo 85.3 de 100 antes del lanzamiento, sin firmar. Todos los motivos son públicos:',
      zh: '$SOCK 在发行前获得 85.3 分（满分 100），未签名。全部理由公开：',
    },
  ],
  [
    'a preliminary score, with what was measured',
    toScore({}, ['name', 'social']),
    {},
    {
      en: '$SOCK scored 85.3 so far, from 25% of the weight. Every reason is public:',
      es: '$SOCK lleva 85.3, con el 25 % del peso medido. Todos los motivos son públicos:',
      zh: '$SOCK 目前 85.3 分，已测得 25% 的权重。全部理由公开：',
    },
  ],
  [
    'a launch',
    toScore(),
    { launchesAt },
    {
      en: '$SOCK launches 1 Dec 2026, 18:00 UTC. It scored 85.3 out of 100. Every reason is public:',
      es: '$SOCK se lanza el 1 dic 2026, 18:00 UTC. Obtuvo 85.3 de 100. Todos los motivos son públicos:',
      zh: '$SOCK 将于 2026年12月1日 18:00 UTC 发行。获得 85.3 分（满分 100）。全部理由公开：',
    },
  ],
  [
    'a rug, in place of all else',
    toScore({ warnings: honeypot }),
    {
      launchesAt,
      state: stateOf({
        outcome: 'rugged',
        warnings: ['honeypot'],
        story: { outcome: 'rugged', cause: 'removed', removal, afterHours: 25 },
      }),
    },
    {
      en: '⚑ Rugged: Left Sock ($SOCK). 99.9% of the liquidity was taken out the day after launch. Scored 85.3 before.',
      es: '⚑ Vaciado: Left Sock ($SOCK). Se retiró el 99.9% de la liquidez 1 día después del lanzamiento. Antes tenía una nota de 85.3.',
      zh: '⚑ 被抽走流动性：Left Sock ($SOCK)。发行 1 天后，99.9% 的流动性被取走。此前评分 85.3。',
    },
  ],
  [
    'a graduation',
    toScore(),
    { state: stateOf({ outcome: 'graduated' }) },
    {
      en: '$SOCK graduated: seven days above $20k liquidity. It scored 85.3 before launch.',
      es: '$SOCK se ha graduado: siete días con más de 20 000 $ de liquidez. Obtuvo 85.3 antes del lanzamiento.',
      zh: '$SOCK 已毕业：连续七天流动性超过 2 万美元。发行前评分 85.3。',
    },
  ],
  [
    'a critical warning, in place of the number and the time',
    toScore({ warnings: honeypot }),
    { launchesAt },
    {
      en: '⚑ Honeypot: Left Sock ($SOCK). People who buy it can’t sell it.',
      es: '⚑ Honeypot: Left Sock ($SOCK). Quien lo compra no puede venderlo.',
      zh: '⚑ 貔貅盘：Left Sock ($SOCK)。买了就卖不出去。',
    },
  ],
  [
    'a test record, before all else',
    toScore({ test: true, warnings: honeypot }, ['name', 'social']),
    {},
    {
      en: 'Test record: ⚑ Honeypot: Left Sock ($SOCK). People who buy it can’t sell it.',
      es: 'Registro de prueba: ⚑ Honeypot: Left Sock ($SOCK). Quien lo compra no puede venderlo.',
      zh: '测试记录：⚑ 貔貅盘：Left Sock ($SOCK)。买了就卖不出去。',
    },
  ],
] as const)
  void test(`the share text names ${name}`, () => {
    for (const language of ['en', 'es', 'zh'] as const)
      assert.equal(formatShareText(score, { language, ...options }).replaceAll(/[\u00a0\u202f]/g, ' '), texts[language])
  })

test('each critical warning has a sentence in the share texts of every language', () => {
  const codes = Object.entries(warningWords).flatMap(([code, { severity }]) => (severity === 'critical' ? [code] : []))
  for (const code of codes as (keyof typeof warningWords)[])
    for (const language of ['en', 'es', 'zh'] as const) {
      const [given] = honeypot
      const text = formatShareText(toScore({ warnings: [{ ...given, code }] } as Partial<Shared>), { language })
      assert.match(text, /^⚑ [^:：]+(: |：)Left Sock \(\$SOCK\)(\. |。)[^.。]{7,}[.。]$/, `${language} ${code}`)
    }
})
