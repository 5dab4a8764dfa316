import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Program, Run } from './command.ts'
import { parseArguments, toArguments } from './program.ts'

function addCommands(program: Program, run: Run): void {
  program
    .command('sort')
    .description('sort files')
    .argument('<file>')
    .argument('[target]')
    .requiredOption('--by <column>', 'the column')
    .option('--columns <columns...>', 'the columns to print')
    .option('--reverse', 'largest first')
    .action(() => run({ alone: () => Promise.resolve({ status: 0, stdout: '', stderr: '' }) }))
}

const parse = (...args: string[]) => parseArguments(args, [addCommands])

test('the arguments of a call parse to the same call in another process', () => {
  for (const [args, passedOn] of [
    [
      ['sort', 'a', '--by', '-x y', '--json'],
      ['sort', '--by=-x y', '--json', '--', 'a'],
    ],
    [
      ['--json', 'sort', '--reverse', '--by=size', '--columns', 'a', 'b', '--', 'c', '-d'],
      ['sort', '--by=size', '--columns=a', '--columns=b', '--reverse', '--json', '--', 'c', '-d'],
    ],
  ] as const) {
    const call = parse(...args)
    assert.ok('work' in call)
    assert.deepEqual(toArguments(call), passedOn)
    const again = parse(...passedOn)
    assert.ok('work' in again)
    assert.deepEqual(toArguments(again), passedOn)
  }
})

const wrong: [args: string[], fault: string][] = [
  [['sort', '--by', 'size'], "missing required argument 'file'"],
  [['sort', 'a'], "required option '--by <column>' not specified"],
  [['sort', 'a', '--by', 'size', '--by', 'name'], '--by can be given only once'],
  [['sort', 'a', '--by', 'size', '--fast'], "unknown option '--fast'"],
  [['sort', 'a', 'b', 'c', '--by', 'size'], "too many arguments for 'sort'. Expected 2 arguments but got 3: a, b, c."],
]
for (const [args, fault] of wrong)
  test(`${args.join(' ')}: ${fault}`, () => {
    const usage = 'Usage: launchscore sort <file> [target] --by <column> [--columns <columns...>] [--reverse] [--json]'
    assert.deepEqual(parse(...args), { status: 2, stdout: '', stderr: `${fault}\n${usage}\n` })
  })
