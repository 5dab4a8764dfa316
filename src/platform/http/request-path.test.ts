import assert from 'node:assert/strict'
import { test } from 'node:test'
import { getPath } from './allowed-methods.ts'

const cases: [target: string, path: string][] = [
  ['/launches?limit=1', '/launches'],
  ['/', '/'],
  ['http://evil.example/launches?limit=abc', '/launches'],
  ['HTTPS://evil.example', '/'],
  ['//evil.example/launches', '/evil.example/launches'],
  ['http://evil.example//other.example/x', '/other.example/x'],
  ['*', '/'],
  ['?limit=1', '/'],
]
for (const [url, path] of cases) test(`${url} asks for ${path}`, () => assert.equal(getPath({ url }), path))
