import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { toGatewayUrl } from './gateways.ts'
import { ImageRefused } from './images.ts'

const gateways = { ipfs: 'https://ipfs.example/ipfs/', arweave: 'https://arweave.example/' }
const v0 = 'QmYwAPJzv5CZsnA625s3Xf2nemtYgPpHdWEz79ojWp9sD5'
const v1 = 'bafybeigdyrzt5sfp7udm7hu76uh7y26nf3efuylqabf3oclgtqy55fbzdi'
const transaction = 'bNbA3TEQVL60xlgCcqdz4ZPHFZ711cZ3hmkpGttDt_U'

const known: [uri: string, url: string | null][] = [
  [`ipfs://${v0}`, `https://ipfs.example/ipfs/${v0}`],
  [`ipfs://${v1}/left sock.png`.replace(' ', '%20'), `https://ipfs.example/ipfs/${v1}/left%20sock.png`],
  [`ipfs://ipfs/${v1}/a/b.png`, `https://ipfs.example/ipfs/${v1}/a/b.png`],
  [`IPFS://${v1}/`, `https://ipfs.example/ipfs/${v1}`],
  [`ar://${transaction}`, `https://arweave.example/${transaction}`],
  [`ar://${transaction}/0.png`, `https://arweave.example/${transaction}/0.png`],
  ['https://pictures.example/a.png', null],
  [`https://pictures.example/ipfs://${v1}`, null],
]
for (const [uri, url] of known)
  test(`${uri}: ${url ?? 'no gateway'}`, () => assert.equal(toGatewayUrl(uri, gateways), url))

const refused = [
  'ipfs://',
  'ipfs:///',
  'ipfs://..',
  'ipfs://../../etc/passwd',
  'ipfs://ipfs/../admin',
  `ipfs://${v1}/../../admin`,
  `ipfs://${v1}/./a.png`,
  `ipfs://${v1}//a.png`,
  `ipfs://${v1}/%2e%2e/a.png`,
  `ipfs://${v1}/a%2Fb.png`,
  `ipfs://${v1}/a%5Cb.png`,
  `ipfs://${v1}/a\\b.png`,
  `ipfs://${v1}?format=raw`,
  `ipfs://${v1}#a`,
  `ipfs://${v1}:80/a.png`,
  `ipfs://user@${v1}/a.png`,
  `ipfs://${v1}.evil.example/a.png`,
  `ipfs://ipfs/ipfs/${v1}`,
  'ipfs://127.0.0.1/a.png',
  'ar://evil.example',
  'ar://@evil.example/a.png',
  `ar://${transaction}@evil.example/a.png`,
  `ar://${transaction}.evil.example`,
  `ar://user:password@${transaction}`,
  `ar://${transaction}/../tx`,
  `ar://${transaction}/..%2ftx`,
  `ar://${transaction}?a=b`,
  `ar://${transaction.slice(1)}`,
]
for (const uri of refused)
  test(`${uri} is refused`, () => assert.throws(() => toGatewayUrl(uri, gateways), ImageRefused))

test('no URI leaves the folder of its gateway', () => {
  const part = fc.oneof(
    fc.constantFrom('..', '.', '', '@', '\\', '%2e', '%2F', ':', '?', '#', v0, v1, transaction),
    fc.string(),
  )
  const uri = fc
    .tuple(
      fc.constantFrom('ipfs://', 'ar://', 'IPFS://', 'ipfs://ipfs/'),
      fc.array(part, { maxLength: 5 }),
      fc.constantFrom('/', ''),
    )
    .map(([scheme, parts, between]) => scheme + parts.join(between))
  fc.assert(
    fc.property(uri, (given) => {
      let url: string | null
      try {
        url = toGatewayUrl(given, gateways)
      } catch (error) {
        assert.ok(error instanceof ImageRefused)
        return
      }
      if (url === null) return
      const { href, username, password, search, hash } = new URL(url)
      assert.ok([gateways.ipfs, gateways.arweave].some((base) => href.startsWith(base) && href.length > base.length))
      assert.equal(username + password + search + hash, '')
    }),
  )
})
