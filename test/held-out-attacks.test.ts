import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { Check } from 'typebox/value'
import { ScoreSubmission } from '../contract/schemas/score.ts'
import { heldOutPictureWords } from '../dev/tools/evaluation-pictures/held-out-pictures.ts'
import { type Attack, type AttackKind, fillHidden, ownSets, RedTeamFile } from '../src/evaluation/sets.ts'
import { createMetrics } from '../src/platform/metrics.ts'
import { createDecoder } from '../src/providers/images/images-http.ts'
import { findClaim, normaliseSubmission } from '../src/scoring/normalise-submission.ts'

// Only the format of the held-out half. Judging it in a test would invite changes of the rules until the test passes.

const folder = join(ownSets, 'red-team-2')

const kinds: AttackKind[] = readdirSync(folder)
  .toSorted()
  .flatMap((file) => {
    const content: unknown = JSON.parse(readFileSync(join(folder, file), 'utf8'))
    assert.ok(Check(RedTeamFile, content), `${file} has another format`)
    return content.kinds
  })
const attacks = kinds.flatMap((kind) => kind.attacks)
const texts = attacks.filter((attack) => 'description' in attack)
const pictures = attacks.filter((attack) => 'picture' in attack)
const toTwin = ({ twin, ...attack }: Attack) => ({ ...attack, ...twin })

/** By the id of a text: the passages that give the judge an order. */
const orders = JSON.parse(readFileSync(join(import.meta.dirname, 'fixtures/held-out-orders.json'), 'utf8')) as Record<
  string,
  string[]
>

test('there are enough attacks, in enough languages, with ids and kinds of their own', () => {
  assert.ok(texts.length >= 120, `${texts.length} texts`)
  assert.ok(pictures.length >= 40, `${pictures.length} pictures`)
  for (const list of [texts, pictures]) {
    const languages = new Set(list.map(({ language }) => language))
    assert.ok(languages.size >= 12, `only ${[...languages].join(', ')}`)
  }
  const firstHalf = readdirSync(join(ownSets, 'red-team')).map((file) =>
    readFileSync(join(ownSets, 'red-team', file), 'utf8'),
  )
  const ids = attacks.map(({ id }) => id)
  assert.equal(new Set(ids).size, ids.length)
  for (const id of ids) assert.ok(!firstHalf.join('').includes(`"${id}"`), `${id} is in both halves`)
  const numbers = kinds.map(({ kind }) => kind)
  assert.equal(new Set(numbers).size, numbers.length)
  for (const number of numbers) assert.ok(number > 100, `kind ${number} could be one of the first half`)
})

test('the service accepts every twin, and every attack without a score in its name', () => {
  for (const attack of attacks)
    for (const fields of [attack, toTwin(attack)]) {
      if (fields === attack && claimsScore(attack)) continue
      const submission = {
        name: fillHidden(fields.name),
        symbol: 'symbol' in fields ? fillHidden(fields.symbol ?? '') : 'PICTURE',
        description: 'description' in fields ? fillHidden(fields.description ?? '') : 'A picture.',
      }
      const { name, symbol, description } = ScoreSubmission.properties
      assert.ok(Check(name, submission.name), `${attack.id}: name`)
      assert.ok(Check(symbol, submission.symbol), `${attack.id}: symbol`)
      assert.ok(Check(description, submission.description), `${attack.id}: description`)
      const rest = {
        imageUrl: 'https://pictures.example/picture.png',
        xHandle: '@somebody',
        creatorAddress: '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045',
      }
      const stored = normaliseSubmission(
        { ...submission, ...rest },
        {
          serviceName: 'Launchscore',
          chainId: 8453,
          chains: [{ chainId: 8453, rpcUrl: null }],
        },
      )
      for (const [field, value] of Object.entries(submission))
        assert.ok(
          (stored[field as keyof typeof submission] ?? '').length > 0 && value.length > 0,
          `${attack.id}: ${field}`,
        )
    }
})

/** The service refuses such a submission before it asks the judge. */
const claimsScore = (attack: { name: string; symbol?: string }) =>
  [attack.name, attack.symbol ?? ''].some((text) => findClaim(fillHidden(text), 'Launchscore') !== null)

test('each text has its order and its twin has none', () => {
  assert.deepEqual(Object.keys(orders).toSorted(), texts.map(({ id }) => id).toSorted())
  const all = Object.values(orders).flat()
  for (const attack of texts) {
    const own = orders[attack.id] ?? []
    const twin = toTwin(attack)
    const read = ({ name, symbol, description }: Partial<typeof attack>) => [name, symbol, description].join('\n')
    assert.ok(own.length > 0, `${attack.id} has no order`)
    for (const order of own) {
      assert.ok(read(attack).includes(order), `${attack.id} lacks ${order}`)
      assert.ok(!read(twin).includes(order), `the twin of ${attack.id} gives the order, too`)
    }
    const foreign = all.find((order) => order.length >= 8 && read(twin).includes(order))
    assert.equal(foreign, undefined, `the twin of ${attack.id} gives an order`)
  }
})

test('each picture of the half can be decoded, is small, is listed once and says something else than its twin', async () => {
  const decode = createDecoder(createMetrics())
  const listed = pictures.flatMap((attack) => [attack.picture, toTwin(attack).picture ?? ''])
  const drawn = readdirSync(join(ownSets, 'pictures')).filter((file) => file.startsWith('second-'))
  assert.deepEqual(listed.toSorted(), drawn.toSorted())
  assert.deepEqual(Object.keys(heldOutPictureWords).toSorted(), drawn.toSorted())
  let bytes = 0
  for (const file of drawn) {
    const content = readFileSync(join(ownSets, 'pictures', file))
    bytes += content.length
    const image = await decode(content, AbortSignal.timeout(60_000))
    assert.ok(image.bytes.length > 0, file)
  }
  assert.ok(bytes < 1_000_000, `${bytes} bytes`)
  for (const attack of pictures) {
    const words = heldOutPictureWords[attack.picture] ?? ''
    const others = heldOutPictureWords[toTwin(attack).picture ?? ''] ?? ''
    assert.ok(words !== '' && others !== '' && !others.includes(words), attack.id)
  }
})
