import assert from 'node:assert/strict'
import { test } from 'node:test'
import { warningWords } from '../contract/warning-words.ts'
import { formatShareText } from '../web/src/words/share.ts'

type Shared = Parameters<typeof formatShareText>[0]

const weights = { meme: 0.2, creator: 0.2, image: 0.2, risk: 0.15, name: 0.15, social: 0.1 }

/** A score of which the named signals are measured; all unless given. */
const toScore = (over: Partial<Shared> = {}, measured: string[] = Object.keys(weights)) =>
  ({
    submission: { name: 'Left Sock', symbol: 'SOCK' },
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

for (const [name, score, options, texts] of [
  [
    'a final score',
    toScore(),
    {},
    {
      en: 'Left Sock ($SOCK): 85.25 out of 100, green, on Launchscore. Higher is better.',
      es: 'Left Sock ($SOCK): 85.25 de 100, verde, en Launchscore. Cuanto más alta, mejor.',
      zh: 'Left Sock ($SOCK)：85.25 分（满分 100），绿色。来自 Launchscore，越高越好。',
    },
  ],
  [
    'a preliminary score, without its band',
    toScore({}, ['name', 'social']),
    {},
    {
      en: 'Left Sock ($SOCK): 85.25 from 25% of the weight, preliminary, on Launchscore. Higher is better.',
      es: 'Left Sock ($SOCK): 85.25 con el 25 % del peso, nota preliminar, en Launchscore. Cuanto más alta, mejor.',
      zh: 'Left Sock ($SOCK)：85.25 分，仅测得 25% 的权重，为初步评分。来自 Launchscore，越高越好。',
    },
  ],
  [
    'a launch',
    toScore(),
    { launchesAt },
    {
      en: 'Left Sock ($SOCK) launches 1 Dec 2026, 18:00 UTC: 85.25 out of 100, green, on Launchscore. Higher is better.',
      es: 'Left Sock ($SOCK) se lanza el 1 dic 2026, 18:00 UTC: 85.25 de 100, verde, en Launchscore. Cuanto más alta, mejor.',
      zh: 'Left Sock ($SOCK)将于 2026年12月1日 18:00 UTC 发行：85.25 分（满分 100），绿色。来自 Launchscore，越高越好。',
    },
  ],
  [
    'a critical warning, in place of the number',
    toScore({ warnings: honeypot }),
    { launchesAt },
    {
      en: '⚠ Honeypot: holders cannot sell this token. Left Sock ($SOCK) launches 1 Dec 2026, 18:00 UTC, on Launchscore.',
      es: '⚠ Honeypot: quien compra este token no puede venderlo. Left Sock ($SOCK) se lanza el 1 dic 2026, 18:00 UTC, en Launchscore.',
      zh: '⚠ 貔貅盘：持有者无法卖出该代币。 Left Sock ($SOCK)将于 2026年12月1日 18:00 UTC 发行。来自 Launchscore。',
    },
  ],
  [
    'a test record, before all else',
    toScore({ test: true, warnings: honeypot }, ['name', 'social']),
    {},
    {
      en: 'Test record: ⚠ Honeypot: holders cannot sell this token. Left Sock ($SOCK), on Launchscore.',
      es: 'Registro de prueba: ⚠ Honeypot: quien compra este token no puede venderlo. Left Sock ($SOCK), en Launchscore.',
      zh: '测试记录：⚠ 貔貅盘：持有者无法卖出该代币。 Left Sock ($SOCK)。来自 Launchscore。',
    },
  ],
] as const)
  void test(`the share text names ${name}`, () => {
    for (const language of ['en', 'es', 'zh'] as const)
      assert.equal(
        formatShareText(score, { language, serviceName: 'Launchscore', ...options }).replaceAll('\u00a0', ' '),
        texts[language],
      )
  })

test('each critical warning has a sentence in the share texts of every language', () => {
  const codes = Object.entries(warningWords).flatMap(([code, { severity }]) => (severity === 'critical' ? [code] : []))
  for (const code of codes as (keyof typeof warningWords)[])
    for (const language of ['es', 'zh'] as const) {
      const [given] = honeypot
      const text = formatShareText(toScore({ warnings: [{ ...given, code }] } as Partial<Shared>), {
        language,
        serviceName: 'Launchscore',
      })
      assert.match(
        text,
        language === 'es' ? /^⚠ [^:]+: [^.]{20,}\. / : /^⚠ [^：]+：[^。]{8,}。 /,
        `${language} ${code}`,
      )
    }
})
