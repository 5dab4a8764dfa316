import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listProblems } from '../../test/world/deps.ts'
import { parseConfig } from '../config.ts'

test('METRICS_PORT: the port of the service, given or the default, is a problem', () => {
  const problem = ['METRICS_PORT must not be the same as PORT']
  assert.deepEqual(listProblems({ PORT: '9464', METRICS_PORT: '9464' }), problem)
  assert.deepEqual(listProblems({ METRICS_PORT: '8080' }), problem)
  assert.deepEqual(listProblems({ PORT: '0', METRICS_PORT: '8080' }), [])
})

const unusable = ['a b ', 'two words of text', 'tökén-of-20-letters.', 'token\u00a0of\u00a020\u00a0letters']

test('METRICS_TOKEN, ADMIN_TOKEN: printable ASCII, no spaces; ADMIN_TOKEN is not short', () => {
  const rule = 'must have at least 32 characters of printable ASCII without spaces'
  for (const token of unusable)
    assert.deepEqual(listProblems({ METRICS_TOKEN: token }), ['METRICS_TOKEN must be printable ASCII without spaces'])
  for (const token of [...unusable, 'x', 'fifteen-letters']) {
    for (const ADMIN_TOKEN of [
      token,
      `alice:${token}`,
      `alice:ro:${token}`,
      `bob:0123456789abcdef0123456789abcdef,${token}`,
    ])
      assert.deepEqual(listProblems({ ADMIN_TOKEN }), [`ADMIN_TOKEN ${rule} in each token`], ADMIN_TOKEN)
  }
  const { metrics, adminTokens } = parseConfig({
    METRICS_TOKEN: '!0123456789abcd~',
    ADMIN_TOKEN: 'a:ro:0123456789abcdef0123456789abcdef',
  })
  assert.equal(metrics.token, '!0123456789abcd~')
  assert.deepEqual(adminTokens, [{ name: 'a', token: '0123456789abcdef0123456789abcdef', isReadOnly: true }])
})
