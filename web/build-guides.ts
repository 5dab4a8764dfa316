// Renders docs/*.md for the pages under /docs, so that the service needs no Markdown parser.
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { basename } from 'node:path'
import hljs from 'highlight.js/lib/core'
import bash from 'highlight.js/lib/languages/bash'
import ini from 'highlight.js/lib/languages/ini'
import javascript from 'highlight.js/lib/languages/javascript'
import json from 'highlight.js/lib/languages/json'
import python from 'highlight.js/lib/languages/python'
import typescript from 'highlight.js/lib/languages/typescript'
import xml from 'highlight.js/lib/languages/xml'
import markdownIt from 'markdown-it'
import type { Guide } from '../contract/props/docs.ts'

const languages = { sh: bash, ini, js: javascript, json, python, ts: typescript, html: xml }
for (const [name, language] of Object.entries(languages)) hljs.registerLanguage(name, language)

const docs = new URL('../docs/', import.meta.url)

/** The guides in the order of their list. A file of docs/ that is not named here is for operators. */
const groups: Record<string, string[]> = {
  'Get started': ['quickstart', 'creators', 'run', 'day-to-day'],
  Integrate: ['scoring', 'launches', 'webhooks', 'agents', 'attestation', 'client', 'python'],
  Operate: ['advanced-operation', 'security'],
  Reference: ['api', 'glossary'],
}

/** The guides as pages, with their sources. Their pictures are written into the folder of the assets. */
export function buildGuides(assets: URL): Guide[] {
  const named = Object.values(groups).flat()
  const others = listSlugs().filter((slug) => !named.includes(slug))
  return Object.entries(groups).flatMap(([group, slugs]) =>
    [...slugs, ...(group === 'Operate' ? others : [])].map((slug) => buildGuide(slug, { group, assets })),
  )
}

/** The guides that are the READMEs of packages. */
const packages: Record<string, string> = { client: '../client/README.md', python: '../clients/python/README.md' }

const listSlugs = () =>
  readdirSync(docs)
    .filter((file) => file.endsWith('.md'))
    .map((file) => file.slice(0, -3))

function readGuide(slug: string): string {
  const file = new URL(packages[slug] ?? `${slug}.md`, docs)
  return readFileSync(file, 'utf8').replaceAll(notForReaders, '$1')
}

/** After the language of a block: why the tests don't run it. */
const notForReaders = /^( *```\w+) skip="[^"]*"$/gm

function buildGuide(slug: string, { group, assets }: { group: string; assets: URL }): Guide {
  const source = readGuide(slug)
  const env: Rendered = { sections: [] }
  const html = createRenderer(assets).render(source, env)
  return { slug, group, title: readTitle(source, slug), description: describe(source), html, ...env, source }
}

function readTitle(source: string, slug: string): string {
  const [, title = slug] = /^# (.+)$/m.exec(source) ?? []
  return title.replaceAll('`', '')
}

/** The first paragraph, as text. */
function describe(source: string): string {
  const [, first = ''] = /^# .+\n\n(?:#.+\n\n)?((?!```)[^#|\n][^]*?)\n\n/m.exec(source) ?? []
  return first
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, (_link, text: string) => toLinkText(text))
    .replaceAll(/[`*]/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
}

type Rendered = Pick<Guide, 'sections'>

function createRenderer(assets: URL) {
  const markdown = markdownIt({ html: false, highlight })
  const { rules } = markdown.renderer
  markdown.core.ruler.push('sections', ({ tokens, env }) => nameSections(tokens, env as Rendered))
  markdown.core.ruler.push('cells', ({ tokens }) => nameCells(tokens))
  rules['heading_open'] = ([...tokens], at, options, _env, self) => {
    const id = tokens[at]?.attrGet('id')
    const open = self.renderToken(tokens, at, options)
    return tokens[at]?.tag === 'h1' ? open : `${open}<a href="#${id}">`
  }
  rules['heading_close'] = (tokens, at) => (tokens[at]?.tag === 'h1' ? '</h1>\n' : `</a></${tokens[at]?.tag}>\n`)
  rules['table_open'] = () => '<div class="scroll" tabindex="0"><table>\n'
  rules['table_close'] = () => '</table></div>\n'
  rules['image'] = ([...tokens], at) => {
    const image = tokens[at]
    return image ? renderPicture(String(image.attrGet('src')), { alt: image.content, assets }) : ''
  }
  rules['fence'] = (tokens, at) => renderCode(tokens[at]?.content ?? '', tokens[at]?.info ?? '')
  return markdown
}

type Token = ReturnType<ReturnType<typeof markdownIt>['parse']>[number]

/** Gives each heading its address, points links to the pages, and collects the text below each heading. */
function nameSections(tokens: Token[], { sections }: Rendered): void {
  const used = new Map<string, number>()
  for (const [at, token] of tokens.entries()) {
    if (token.type === 'heading_open') {
      const inline = tokens[at + 1]
      const title = toText(inline)
      const id = toId(title, used)
      token.attrSet('id', id)
      sections.push({ id, title, level: Number(token.tag.slice(1)), text: '' })
    } else if (tokens[at - 1]?.type !== 'heading_open') {
      const last = sections.at(-1)
      const isText = token.type === 'inline' || token.type === 'fence'
      if (last && isText) last.text += ` ${toText(token)}`
    }
    pointLinks(token.children ?? [])
  }
  for (const section of sections) section.text = section.text.replaceAll(/\s+/g, ' ').trim()
}

/** Gives each cell the text of its column's head, which narrow screens show above the cell, and its column's alignment. */
function nameCells(tokens: Token[]): void {
  let heads: string[] = []
  let column = 0
  for (const [at, token] of tokens.entries()) {
    if (token.type === 'thead_open') heads = []
    else if (token.type === 'tr_open') column = 0
    else if (token.type === 'th_open') heads.push(toText(tokens[at + 1]))
    else if (token.type === 'td_open') token.attrSet('data-head', heads[column++] ?? '')
    alignByClass(token)
  }
}

/** The Content-Security-Policy blocks the style attribute that the parser writes. */
function alignByClass(token: Token): void {
  const [, side] = /^text-align:(\w+)$/.exec(String(token.attrGet('style') ?? '')) ?? []
  if (side === undefined) return
  token.attrs = (token.attrs ?? []).filter(([name]) => name !== 'style')
  token.attrSet('class', `align-${side}`)
}

const toText = (token: Token | undefined): string =>
  token?.children?.map(({ content, type }) => (type === 'softbreak' ? ' ' : content)).join('') ?? token?.content ?? ''

/** As code hosts make them, so that links work in both places. */
export function toId(title: string, used: Map<string, number>): string {
  const plain = title
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(' ', '-')
  const count = used.get(plain) ?? 0
  used.set(plain, count + 1)
  return count === 0 ? plain : `${plain}-${count}`
}

/** `agents.md#tools` is `/docs/agents#tools`; files that have no page are named without a link. */
function pointLinks(children: Token[]): void {
  let isDropped = false
  for (const [at, child] of children.entries()) {
    if (child.type === 'link_open') {
      const href = toPage(String(child.attrGet('href') ?? ''))
      isDropped = href === null
      if (href === null) Object.assign(child, { type: 'text', tag: '', nesting: 0, content: '' })
      else {
        child.attrSet('href', href)
        nameLink(children[at + 1])
      }
    } else if (child.type === 'link_close' && isDropped) {
      Object.assign(child, { type: 'text', tag: '', nesting: 0, content: '' })
      isDropped = false
    }
  }
}

/** A link that is named after its file gets the title of the guide. */
function nameLink(text: Token | undefined): void {
  if (text) text.content = toLinkText(text.content)
}

function toLinkText(text: string): string {
  const [, slug] = /^([\w-]+)\.md$/.exec(text) ?? []
  return slug !== undefined && listSlugs().includes(slug) ? readTitle(readGuide(slug), slug) : text
}

function toPage(href: string): string | null {
  if (/^(https?:|mailto:|#|\/)/.test(href)) return href.replace('https://launchscore.example/api/', '/api/')
  const [, slug, hash = ''] = /^(?:\.\/|\.\.\/docs\/)?([\w-]+)\.md(#.*)?$/.exec(href) ?? []
  if (slug !== undefined && listSlugs().includes(slug)) return `/docs/${slug}${hash}`
  const [file, anchor] = href.split('#')
  const [found] = Object.entries(packages).find(([, path]) => path === file) ?? []
  if (found === undefined) return null
  return anchor === undefined ? `/docs/${found}` : `/docs/${found}#${anchor}`
}

const { escapeHtml } = markdownIt().utils

function highlight(code: string, language: string): string {
  return language in languages ? hljs.highlight(code, { language }).value : escapeHtml(code)
}

/** The first word after the fence is the language. */
function renderCode(code: string, info: string): string {
  const [language = ''] = info.split(/\s+/)
  const what = labels[language] ?? 'code'
  const copy = `<button class="btn sm needs-script" type="button" data-waiting data-copy="">Copy<span class="unseen"> ${what}</span></button>`
  return `<div class="sample"><pre tabindex="0" aria-label="${what}"><code>${highlight(code, language)}</code></pre>${copy}</div>\n`
}

/** Its name holds a hash of its content, and its size keeps the place while it loads. A file that isn't there shows nothing. */
function renderPicture(src: string, { alt, assets }: { alt: string; assets: URL }): string {
  const file = new URL(src, docs)
  if (!existsSync(file)) return ''
  const png = readFileSync(file)
  const hash = createHash('sha256').update(png).digest('base64url').slice(0, 8)
  const name = basename(file.pathname, '.png')
  writeFileSync(new URL(`${name}-${hash}.png`, assets), png)
  const [width, height] = [png.readUInt32BE(16), png.readUInt32BE(20)]
  return `<img src="/assets/${name}-${hash}.png" alt="${escapeHtml(alt)}" width="${width}" height="${height}" loading="lazy">`
}

const labels: Record<string, string> = {
  sh: 'command',
  json: 'JSON',
  js: 'JavaScript',
  ts: 'TypeScript',
  python: 'Python',
  html: 'HTML',
}
