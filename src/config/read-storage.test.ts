import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listProblems } from '../../test/world/deps.ts'
import { parseConfig } from '../config.ts'

const here = 'redis://127.0.0.1:6379'

test('REDIS_URL: a host, a number as the database, and readable credentials', () => {
  for (const REDIS_URL of [
    here,
    `${here}/`,
    `${here}/15`,
    `${here}?db=3`,
    'redis://:secret@redis',
    'rediss://user:p%40ss@[::1]:6380/2',
  ])
    assert.equal(parseConfig({ REDIS_URL }).redisUrl, REDIS_URL)
})

test('REDIS_URL: one line about a URL that Redis can’t be called with', () => {
  for (const REDIS_URL of [
    'redis:',
    'redis://',
    'redis:///0',
    'redis:127.0.0.1',
    `${here}/abc`,
    `${here}/-1`,
    `${here}/1/2`,
    `${here}?db=abc`,
    'redis://u:%zz@127.0.0.1:6379/9',
    'redis://%e4:p@127.0.0.1:6379/9',
  ]) {
    const problems = listProblems({ REDIS_URL })
    assert.match(problems.join('\n'), /^REDIS_URL must .*$/, REDIS_URL)
  }
})

const key = Buffer.alloc(32, 1).toString('base64')
const DATABASE_URL = 'postgres://user@host/launchscore'

test('ENCRYPTION_KEY_PREVIOUS: needs ENCRYPTION_KEY on a server, and none if embedded', () => {
  const previous = { ENCRYPTION_KEY_PREVIOUS: key }
  assert.deepEqual(listProblems({ ...previous, DATABASE_URL }), [
    'ENCRYPTION_KEY is missing; it is required by ENCRYPTION_KEY_PREVIOUS',
  ])
  assert.deepEqual(listProblems({ ...previous, DATABASE_URL, ENCRYPTION_KEY: key }), [])
  assert.deepEqual(listProblems(previous), []) // DATA_DIR has the current key
})
