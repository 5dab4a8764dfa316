import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type DiffLine, changedLines } from './transparency-page.ts'

const signs: Record<DiffLine['kind'], string> = { same: ' ', gone: '-', new: '+', cut: '…' }
const shown = (before: string, after: string, around?: number) =>
  changedLines(before, after, around).map(({ kind, text }) => signs[kind] + text)

test('a text that is the same has no changed lines', () => {
  assert.deepEqual(shown('a\nb\n', 'a\nb\n'), [])
})

test('what is gone stands before what is new, with a few lines around', () => {
  assert.deepEqual(shown('a\nb\nc\nd\ne\nf\n', 'a\nb\nc\nX\ne\nf\n', 1), ['…', ' c', '-d', '+X', ' e', '…'])
})

test('a file that comes, and one that goes', () => {
  assert.deepEqual(shown('', 'a\nb\n'), ['+a', '+b'])
  assert.deepEqual(shown('a\nb\n', ''), ['-a', '-b'])
})

test('lines that only moved along are the same', () => {
  assert.deepEqual(shown('a\nb\nc', 'new\na\nb\nc', 9), ['+new', ' a', ' b', ' c'])
})

test('putting away what is new, or what is gone, gives the text after, or before', () => {
  const [before, after] = ['one\ntwo\nthree\nthree\nfour\n\nfive', 'one\nthree\n\nfour\nfive\nsix\nthree']
  const lines = changedLines(before, after, 99)
  const without = (put: DiffLine['kind']) =>
    lines
      .filter(({ kind }) => kind !== put)
      .map(({ text }) => text)
      .join('\n')
  assert.equal(without('new'), before)
  assert.equal(without('gone'), after)
})
