import { test } from 'node:test'
import * as fc from 'fast-check'
import assert from 'node:assert/strict'
import { findPage } from './oembed.ts'

const site = 'https://launchscore.example'

test('property: whatever the address, only pages of the deployment are found', () => {
  const part = fc.oneof(fc.string(), fc.constantFrom('score', 'launch', '/', '@', ':', '..', '%2e', '\\', '?', '#'))
  const address = fc.oneof(
    fc.webUrl(),
    fc.array(part).map((parts) => `${site}/${parts.join('/')}`),
  )
  fc.assert(
    fc.property(address, fc.uuid(), fc.constantFrom('score', 'launch'), (prefix, id, kind) => {
      for (const given of [prefix, `${prefix}/${kind}/${id}`]) {
        const page = findPage(given, site)
        if (page) assert.equal(new URL(given).origin, site)
      }
      assert.deepEqual(findPage(`${site}/${kind}/${id}`, site), { kind, id })
    }),
  )
})
