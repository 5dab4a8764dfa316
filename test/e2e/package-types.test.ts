import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { promisify } from 'node:util'

const root = join(import.meta.dirname, '../..')
const names = ['client', 'verify']
const compilers = { 'TypeScript 5.9': join(root, 'web/node_modules'), 'TypeScript 7': join(root, 'node_modules') }

let folder: string

/** The built packages, in the `node_modules` of a project. */
before(async () => {
  folder = mkdtempSync(join(root, 'test/types-')) // inside, so that viem and Fastify are found
  for (const name of names) {
    await promisify(execFile)(process.execPath, [join(root, `dev/package/build-${name}.ts`)])
    const target = join(folder, 'node_modules/@launchscore', name)
    for (const file of ['package.json', 'dist', ...(name === 'verify' ? ['index.d.ts'] : [])])
      cpSync(join(root, name, file), join(target, file), { recursive: true })
  }
})
after(() => rmSync(folder, { recursive: true, force: true }))

/** The compiler's complaints about the files of a project. */
async function check(compiler: string, options: object, files: Record<string, string>): Promise<string> {
  const project = mkdtempSync(join(folder, 'project-'))
  const compilerOptions = { strict: true, noEmit: true, target: 'es2022', types: ['node'], ...options }
  mkdirSync(join(project, 'src'))
  writeFileSync(join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['src'] }))
  for (const [file, text] of Object.entries(files)) writeFileSync(join(project, 'src', file), text)
  const tsc = join(compiler, 'typescript/bin/tsc')
  return promisify(execFile)(process.execPath, [tsc, '-p', project]).then(
    () => '',
    ({ stdout, message }: { stdout: string; message: string }) => stdout || message,
  )
}

const examples = () =>
  Object.fromEntries(
    names.flatMap((name) =>
      [...readFileSync(join(root, name, 'README.md'), 'utf8').matchAll(/```ts\n(.*?)```/gs)].map(([, code = ''], n) => [
        `${name}-${n}.mts`,
        code,
      ]),
    ),
  )

test('each example of the READMEs of client and verifier type-checks by itself', async () => {
  const strict = { module: 'nodenext', exactOptionalPropertyTypes: true, skipLibCheck: true }
  assert.equal(await check(compilers['TypeScript 7'], strict, examples()), '')
})

const program = `
import { type Client, LaunchscoreError, createClient } from '@launchscore/client'
import { type Verification, verifyScore } from '@launchscore/verify'
const client: Client = createClient({ baseUrl: 'https://launchscore.example' })
export const aggregate = (id: string): Promise<number> => client.getScore(id).then((score) => score.aggregate)
export const verified: Promise<Verification> = verifyScore('https://launchscore.example/score/x')
export const isOurs = (error: unknown): boolean => error instanceof LaunchscoreError
// @ts-expect-error: the types are those of the package, not any
export const wrong: string = client.getScore('x')
`

const settings: [compiler: keyof typeof compilers, options: object, file: string][] = [
  ['TypeScript 5.9', { module: 'commonjs' }, 'index.ts'],
  ['TypeScript 5.9', { module: 'commonjs', moduleResolution: 'node10', esModuleInterop: true }, 'index.ts'],
  ['TypeScript 5.9', { module: 'esnext', moduleResolution: 'bundler' }, 'index.ts'],
  ['TypeScript 5.9', { module: 'nodenext' }, 'index.cts'],
  ['TypeScript 5.9', { module: 'nodenext' }, 'index.mts'],
  ['TypeScript 7', { module: 'nodenext' }, 'index.mts'],
  ['TypeScript 7', { module: 'nodenext' }, 'index.cts'],
  ['TypeScript 7', { module: 'preserve' }, 'index.ts'],
]
for (const [compiler, options, file] of settings)
  test(`client and verifier have types in ${compiler} with ${JSON.stringify(options)}, ${file}`, async () => {
    assert.equal(await check(compilers[compiler], options, { [file]: program }), '')
  })

for (const name of names)
  test(`an uncaught error of ${name} prints a few lines, which a source map leads to its source`, async () => {
    const script = {
      client: `import { createClient } from '@launchscore/client'
        await createClient({ baseUrl: 'http://127.0.0.1:9', maxRetries: 0 }).getScore('x')`,
      verify: `import { verifyScore } from '@launchscore/verify'
        await verifyScore('http://127.0.0.1:9/score/01a20193-38c6-7b0c-9572-29555c61970c')`,
    }[name]
    const file = join(folder, `${name}.mjs`)
    writeFileSync(file, script ?? '')
    for (const flags of [[], ['--enable-source-maps']]) {
      const failed = promisify(execFile)(process.execPath, [...flags, file])
      const { stderr } = await failed.then(
        () => assert.fail('it ended without an error'),
        (error: { stderr: string }) => error,
      )
      assert.ok(stderr.length < 4000, stderr)
      assert.match(stderr, /127\.0\.0\.1:9/)
      assert.match(stderr, flags.length > 0 ? new RegExp(`${name}/src/[a-z-]+\\.ts:\\d+`) : /dist\/index\.js:\d+/)
      assert.doesNotMatch(stderr, / \[LaunchscoreError\]/)
    }
  })
