import assert from 'node:assert/strict'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { test } from 'node:test'
import { toId } from '../web/build-guides.ts'
import { isPublished } from '../contract/release.ts'
import { addDemoCommand } from '../dev/demo/add-demo-command.ts'
import { listVariables } from '../src/config.ts'
import { formerVariables } from '../src/config/folded-variables.ts'
import { parseCall } from '../src/main/commands.ts'
import { ask, startApp } from './world/app.ts'

const root = join(import.meta.dirname, '..')
const exclude = (path: string) => /(^|\/)(node_modules|dist|build|made-[^/]*|fixtures|data)$/.test(path)
const list = (...patterns: string[]) => globSync(patterns, { cwd: root, exclude }).map((file) => file.replace('./', ''))

interface Document {
  file: string
  text: string
  /** The text outside of blocks of code. */
  prose: string
  /** The commands: code within sentences, and the lines of blocks `sh`, joined where they continue. */
  commands: string[]
  /** The ids of its headings, as code hosts and the pages of the guides make them. */
  anchors: Set<string>
}

const documents = list(
  '*.md',
  'docs/**/*.md',
  '{client,verify}/*.md',
  'clients/*/README.md',
  'examples/*/README.md',
).map(read)

/** Documents about the past may name what is gone. */
const current = documents.filter(({ file }) => file !== 'CHANGELOG.md' && !file.startsWith('docs/decisions/'))

function read(file: string): Document {
  const text = readFileSync(join(root, file), 'utf8').replaceAll('\r', '')
  const blocks = [...text.matchAll(/^( *)```(\w*)[^\n]*\n(.*?)^ *```$/gms)]
  const prose = blocks.reduce((rest, [block]) => rest.replace(block, ''), text)
  const lines = blocks
    .filter(([, , language]) => language === 'sh')
    .flatMap(([, , , code = '']) => code.replaceAll(/\\\n\s*/g, '').split('\n'))
  const spans = [...prose.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code.replaceAll(/\s+/g, ' '))
  return { file, text, prose, commands: [...lines.map((line) => line.trim()), ...spans], anchors: listAnchors(prose) }
}

function listAnchors(prose: string): Set<string> {
  const used = new Map<string, number>()
  const ids = [...prose.matchAll(/^#{1,6} (.+)$/gm)].map(([, title = '']) =>
    toId(title.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1'), used),
  )
  return new Set(ids)
}

/** What a test finds wrong, each with its place. */
const findFaults = <T>(
  from: Document[],
  find: (document: Document) => T[],
  isRight: (one: T, of: Document) => boolean,
) =>
  from.flatMap((document) =>
    find(document).flatMap((one) => (isRight(one, document) ? [] : [`${document.file}: ${String(one)}`])),
  )

const findAll = (texts: string[], pattern: RegExp): string[] =>
  texts.flatMap((text) => [...text.matchAll(pattern)].map(([all, one]) => one ?? all))

const listLinks = ({ prose }: Document) => findAll([prose], /\]\((?!\w+:|\/)([^)\s]+)\)/g)

test('every relative link of a document leads to a file, and its anchor to a heading', () => {
  const isRight = (link: string, { file, anchors }: Document) => {
    const [path = '', anchor] = link.split('#')
    const target = path === '' ? file : normalize(join(dirname(file), path))
    if (!existsSync(join(root, target))) return false
    if (anchor === undefined) return true
    return (target === file ? anchors : documents.find((one) => one.file === target)?.anchors)?.has(anchor) ?? false
  }
  assert.ok(documents.flatMap(listLinks).length > 20)
  assert.deepEqual(findFaults(documents, listLinks, isRight), [])
})

/** The pages under /docs, with the documents that they show. */
const pages = new Map([
  ...list('docs/*.md').map((file) => [file.slice('docs/'.length, -'.md'.length), file] as const),
  ['client', 'client/README.md'],
  ['python', 'clients/python/README.md'],
])

test('the code, the pages and the files of deployments name only documents and headings that exist', () => {
  const sources = list(
    '{bin,contract,deploy,dev,examples,launchpads,migrations,src,test,.ci,.github}/**/*',
    '{client,verify}/src/**/*',
    'web/{*.ts,src/**/*}',
    '.env.example',
    'package.json',
  ).filter((file) =>
    /\.(tsx?|js|json|ya?ml|conf|service|sql|example|sh)$|Dockerfile$|Caddyfile$|^\.ci\/run$/.test(file),
  )
  const found = sources
    .filter((file) => file !== 'test/documents.test.ts')
    .map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }))
    .flatMap(({ file, text }) => [
      ...[...text.matchAll(/\bdocs\/[\w/-]+\.md/g)].map(([path]) => ({ file, path, anchor: undefined })),
      ...[...text.matchAll(/(?<![\w.-])\/docs\/([\w-]+)(?:#([\w-]+))?(?![\w/.-]|\$\{)/g)].map(
        ([, slug = '', anchor]) => ({
          file,
          path: pages.get(slug) ?? `/docs/${slug}`,
          anchor,
        }),
      ),
    ])
  const wrong = found.filter(({ path, anchor }) => {
    const document = documents.find((one) => one.file === path)
    return !document || (anchor !== undefined && !document.anchors.has(anchor))
  })
  assert.deepEqual(
    wrong.filter(({ path }) => !namedByTests.has(path)),
    [],
  )
})

/** Pages that tests ask for because there are none. */
const namedByTests = new Set(['/docs/nothing'])

const listScripts = ({ commands }: Document) => findAll(commands, /\bnpm run (?:--silent )?([\w:-]+)/g)

test('every npm script that a document names exists', () => {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: object }
  assert.ok(current.flatMap(listScripts).length > 10)
  assert.deepEqual(
    findFaults(current, listScripts, (name) => name in scripts),
    [],
  )
})

interface Listed {
  name: string
  options: { option: string }[]
}

/** The commands of the tool with their options, and no options for the name of a group. */
function listCommands(): Map<string, string[] | undefined> {
  const call = parseCall(['--help', '--json'], [addDemoCommand])
  assert.ok('status' in call)
  const listed = JSON.parse(call.stdout) as Listed[]
  const groups = listed.flatMap(({ name }) => name.split(' ').map((_, n, words) => words.slice(0, n).join(' ')))
  return new Map([
    ...groups.filter(Boolean).map((name) => [name, undefined] as const),
    ...listed.map(({ name, options }) => [name, options.map(({ option }) => option)] as const),
  ])
}

/** The command at the beginning of a call: the longest name that fits. */
const findCommand = (known: Map<string, unknown>, words: string[]): string | undefined =>
  [3, 2, 1].map((count) => words.slice(0, count).join(' ')).find((name) => known.has(name))

/** The tool at the start of a command, by any of the names that it has. */
const tool =
  /(?:^|[;&|(] *|\bexec (?:[\w-]+ )?|-- |\\ *|=\S+ +|npx )(?:(?:node \S*)?\blaunchscore(?:\.js)?|npm run cli --) +((?:[\w-]+|[$<])[^;&|)#`]*)/g

const listCalls = ({ commands }: Document) => findAll(commands, tool)

test('every command of the tool that a document names exists, with its options', () => {
  const known = listCommands()
  const isRight = (call: string) => {
    const words = call.trim().split(/\s+/)
    if (/^[<$]|^--(help|version)$|^help$/.test(words[0] ?? '')) return true
    const name = findCommand(known, words)
    if (name === undefined) return false
    const [, ...rest] = words.slice(name.split(' ').length - 1)
    const options = known.get(name)
    if (options === undefined) return rest.every((word) => /^(?:--help$|[….])|\|/.test(word)) // a group
    return findAll(rest, /^(--[a-z][a-z-]*)/g).every((option) => [...options, '--json', '--help'].includes(option))
  }
  assert.ok(current.flatMap(listCalls).length > 30)
  assert.deepEqual(findFaults(current, listCalls, isRight), [])
})

test('every command of the tool that the code names in a message, a page or a comment exists', () => {
  const known = listCommands()
  const files = list('{src,dev/demo,web/src,deploy/systemd}/**/*.{ts,tsx,service}', '.env.example')
  const named = files
    .filter((file) => !file.endsWith('.test.ts'))
    .flatMap((file) =>
      findAll(
        [readFileSync(join(root, file), 'utf8')],
        /(?<!application_name: '|keccak-256\('|@)\blaunchscore ([a-z][a-z-]*(?: [a-z][a-z-]*){0,2})/g,
      ).map((call) => ({ file, call })),
    )
  assert.ok(named.length > 40)
  const wrong = named.filter(({ call }) => {
    const words = call.split(' ')
    const name = findCommand(known, words)
    return name === undefined || (known.get(name) === undefined && words.length > name.split(' ').length)
  })
  assert.deepEqual(wrong, [])
})

const isOfShell = (name: string, { commands }: Document) => commands.some((command) => command.includes(`$${name}`))

/** The variable that a recipe of CONTRIBUTING.md adds. */
const inRecipe = 'CREATOR_DATA_PROVIDER'

test('every environment variable that a document names is read', () => {
  const programs = list('{bench,bin,dev,examples,test,web}/**/*.{ts,js}').map((file) =>
    readFileSync(join(root, file), 'utf8'),
  )
  const read = new Set([
    ...listVariables(),
    ...findAll(programs, /process\.env\['(\w+)'\]/g),
    ...findAll(programs, /\{([^{}]*)\} = process\.env/g).flatMap((names) => names.match(/\b[A-Z_]+\b/g) ?? []),
    ...findAll(programs, /\bneed\('([A-Z_]+)'\)/g),
    ...findAll([readFileSync(join(root, 'deploy/compose.env.example'), 'utf8')], /^([A-Z_]+)=/gm),
    ...findAll([readFileSync(join(root, 'package.json'), 'utf8')], /\$\{([A-Z_]+)/g),
  ])
  const named = ({ commands }: Document) =>
    findAll(commands, /(?<![\w.*:/-])([A-Z][A-Z0-9]*_[A-Z0-9_]*[A-Z0-9])\b(?!\*|_\*|\()/g)
  assert.ok(current.flatMap(named).length > 100)
  assert.deepEqual(
    [
      ...new Set(
        findFaults(
          current,
          named,
          (name, of) => read.has(name) || isOfShell(name, of) || name.startsWith('NODE_') || name === inRecipe,
        ),
      ),
    ],
    [],
  )
})

const listWords = ({ text }: Document) => findAll([text], /\b[A-Z][A-Z0-9_]+\b/g)

test('no document names a variable that another replaces', () => {
  assert.deepEqual(
    findFaults(current, listWords, (name) => !formerVariables.has(name)),
    [],
  )
})

test('every route that a document names exists', async (t) => {
  const { app } = await startApp(t)
  const ours = /https:\/\/launch(?:score)?\.example|http:\/\/(?:localhost|127\.0\.0\.1):8080/
  const methods = 'GET|HEAD|POST|PUT|PATCH|DELETE'
  const named = ({ commands, prose }: Document) => [
    ...findAll(commands, new RegExp(`\\b((?:${methods}) /[^\\s"',;)]*)`, 'g')),
    ...findAll([...commands, prose], new RegExp(`(?:${ours.source})(/[^\\s"'\`,;)>|]*)`, 'g')),
    ...findAll([prose], /\]\((\/[^)\s]*)\)/g),
    ...findAll(
      commands,
      /^(\/(?:api|v1|score|launch|embed|token|creator|admin|health|ready|metrics|feeds|mcp)(?![\w-])[^\s"',;]*)/g,
    ),
  ]
  const answers = new Map<string, Promise<string[] | undefined>>()
  const allowed = async (path: string) => {
    const { status, headers } = await ask(app, { method: 'OPTIONS', url: path })
    return status === 404 ? undefined : String(headers['allow']).split(', ')
  }
  const wrong = []
  for (const document of current)
    for (const one of named(document)) {
      const [, method, address = ''] = /^(?:([A-Z]+) )?(.*)$/.exec(one) ?? []
      const [path = ''] = address.replace(/[.…:]+$/, '').split(/[?#]/)
      const url = path.replaceAll(/\$\{?\w+\}?|\{\w+\}|<[^>]*>|:\w+|…/g, 'x').replaceAll(/\*/g, 'x')
      if (url.endsWith('/') || noRoutes.has(url)) continue // the beginning of several
      if (!answers.has(url)) answers.set(url, allowed(url))
      const served = await answers.get(url)
      if (served === undefined || (method !== undefined && !served.includes(method)))
        wrong.push(`${document.file}: ${one}`)
    }
  assert.ok(answers.size > 50)
  assert.deepEqual(wrong, [])
})

/** Versions of the API, and the command of the bots. */
const noRoutes = new Set(['/v1', '/api/v1', '/api/v2', '/score'])

test('every file of the repository that a document names exists', () => {
  const folders =
    'bench|bin|client|clients|contract|contracts|deploy|dev|docs|evaluation|examples|migrations|prompts|src|test|verify|web'
  const named = ({ commands }: Document) => findAll(commands, new RegExp(`^((?:${folders})/[\\w./*{},@-]+)$`, 'g'))
  assert.ok(current.flatMap(named).length > 20)
  const ignored = readFileSync(join(root, '.gitignore'), 'utf8').split('\n')
  const exists = (path: string, from: string) =>
    globSync(path, { cwd: join(root, from) }).length > 0 ||
    ignored.includes(normalize(join(from, path))) ||
    existsSync(join(root, from, `${path}.example`))
  assert.deepEqual(
    findFaults(
      current,
      named,
      (path, { file }) => exists(path, '.') || exists(path, dirname(file)) || /(^|\/)dist\//.test(path),
    ),
    [],
  )
})

/** Commands that take one of our packages from a registry by its name. */
const fromRegistry = [
  /\bnpx (?:-\S+ )*(?:launchscore|@launchscore\/[\w-]+)(?![\w/.-]*\.tgz)/,
  /"npx",\s*"args": \[\s*(?:"-y",\s*)?"(?:launchscore|@launchscore\/)/,
  /\bnpm (?:install|i|add|exec|view|create) (?:[-\w=]+ )*(?:launchscore|@launchscore\/[\w-]+)(?![\w/.-]*\.tgz|\/)/,
  /\b(?:yarn|pnpm|bun) (?:add|dlx|x) (?:launchscore|@launchscore\/)/,
  /\bpip install (?:-\S+ )*launchscore\b/,
  /npmjs\.com\/package\/(?:launchscore|@launchscore)/,
]

test(
  'nobody is told to run or install a package of ours from a registry before it is published',
  { skip: isPublished },
  () => {
    const files = list(
      '{bin,client,contract,deploy,dev,examples,src,verify,web}/**/*.{ts,tsx,js,md,json,yaml,service}',
      '.env.example',
    )
    const texts = [...documents, ...files.map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }))]
    const found = texts
      .filter(({ file }) => file !== 'contract/release.ts' && file !== 'package-lock.json')
      .flatMap(({ file, text }) =>
        fromRegistry.flatMap((pattern) => {
          const [match] = pattern.exec(text) ?? []
          return match === undefined ? [] : [`${file}: ${match}`]
        }),
      )
    assert.deepEqual([...new Set(found)], [])
  },
)
