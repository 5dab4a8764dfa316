import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, before, describe, test } from 'node:test'
import sharp from 'sharp'
import { disguise } from '../fixtures/images.ts'
import { walletNo } from '../world/creators.ts'
import { freshAddress } from '../world/fresh-address.ts'
import { enroll } from './journeys.ts'
import { createScope } from './scope.ts'
import { type Target, databases, score, startTarget } from './target.ts'
import { withstand } from './withstand.ts'

const readSample = (file: string) => readFileSync(new URL(`../../dev/images/${file}`, import.meta.url))

/** The sample pictures that copiers disguise; the name of each path is the sample’s. */
const samples = ['muted-mic.png', 'slow-elevator.png', 'tip-jar.png', 'feierabend.webp', 'free-lunch.jpg']

const disguises = new Map<string, ReturnType<typeof disguise>>()

/** For both databases. */
function disguiseOnce(file: string): ReturnType<typeof disguise> {
  const known = disguises.get(file) ?? disguise(readSample(file))
  disguises.set(file, known)
  return known
}

const kettle = {
  name: 'Quiet Kettle',
  symbol: 'KETTLE',
  xHandle: '@quietkettle',
  description: 'It boils without a whistle.',
}

const listCopycats = ({ warnings }: { warnings: { code: string; signal: string }[] }) =>
  warnings.filter(({ code }) => code === 'copycat')

for (const database of databases)
  void describe(`squatters and copiers (${database})`, () => {
    const scope = createScope()
    let target: Target
    const established = walletNo(0x5001)
    const disguised = new Map<string, string[]>()

    before(async () => {
      const images: Record<string, Buffer> = { '/mic.png': readSample('muted-mic.png') }
      for (const file of samples) {
        images[`/${file}`] = readSample(file)
        for (const { title, bytes } of await disguiseOnce(file)) {
          const path = `/${file}-${title}.png`
          images[path] = bytes
          disguised.set(file, [...(disguised.get(file) ?? []), path])
        }
      }
      images['/kettle.png'] = await sharp(readSample('fortune-cookie.webp')).png().toBuffer()
      const txlist = { wallets: { [established.address.toLowerCase()]: { ageDays: 812, sent: 200 } } }
      target = await startTarget(scope, { database, world: { images, txlist } })
    })
    after(scope.close)

    const at = (path: string) => `${target.imagesUrl}${path}`
    test('a squatter’s picture and name, unsigned and then signed for free, cost the honest project nothing', () =>
      withstand(target, async () => {
        const brand = { name: 'Muted Mic', symbol: 'MUTE', imageUrl: at('/mic.png') }
        const pitch = 'You have been talking for four minutes and nobody has heard a word.'
        const alone = await score(target, freshAddress(), {
          ...brand,
          name: 'Silent Mic',
          symbol: 'SMIC',
          imageUrl: at('/a.png'),
          description: pitch,
        })
        const squatter = walletNo(0x5100)
        await score(target, freshAddress(), { ...brand, description: 'soon', creatorAddress: squatter.address })
        const unsigned = await score(target, freshAddress(), {
          ...brand,
          description: pitch,
          creatorAddress: walletNo(0x5101).address,
        })
        await enroll(target, {
          wallet: squatter,
          address: freshAddress(),
          over: { ...brand, description: 'soon, signed' },
        })
        const signed = await score(target, freshAddress(), {
          ...brand,
          description: pitch,
          creatorAddress: walletNo(0x5102).address,
        })
        for (const { status, body, text } of [unsigned, signed]) {
          assert.equal(status, 201, text)
          assert.deepEqual(listCopycats(body), [])
          assert.equal(body.signals.meme.score, alone.body.signals.meme.score)
          assert.equal(body.earlierSubmissions[0].resemblance, 'picture', 'a fact all the same')
        }
      }))

    test('a copier’s mirror, scissors and negative don’t hide what came before', () =>
      withstand(target, async () => {
        for (const file of samples) {
          const first = await score(target, freshAddress(), {
            imageUrl: at(`/${file}`),
            creatorAddress: walletNo(0x5200).address,
          })
          assert.equal(first.status, 201, first.text)
          for (const [n, path] of (disguised.get(file) ?? []).entries()) {
            if (n % samples.length !== samples.indexOf(file)) continue // each disguise once, on some sample
            const { body, status, text } = await score(target, freshAddress(), {
              imageUrl: at(path),
              creatorAddress: walletNo(0x5300 + n).address,
            })
            assert.equal(status, 201, text)
            const found = body.earlierSubmissions.find(
              ({ resemblance }: { resemblance: string }) => resemblance === 'picture',
            )
            assert.ok(found, path)
            assert.deepEqual(listCopycats(body), [], 'nobody with weight was copied')
          }
        }
      }))

    const social = async (handle: string) => {
      const over = { ...kettle, xHandle: handle, imageUrl: at('/kettle.png') }
      const { body } = await score(target, freshAddress(), over)
      return body.signals.social.score as number
    }

    test('an established wallet that claims handle after handle costs no owner of one anything', () =>
      withstand(target, async () => {
        const unclaimed = await social('@quietkettle')
        for (const handle of ['quietkettle', 'sundaybus', 'wrongfloor', 'lastbiscuit'])
          await enroll(target, {
            wallet: established,
            address: freshAddress(),
            over: { xHandle: `@${handle}`, name: `Zzz ${handle}` },
          })
        assert.equal(await social('@quietkettle'), unclaimed)
      }))
  })
