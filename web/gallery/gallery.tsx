// Every component in every state, for those who work on them: `npm run dev` serves it, and tests compare pictures of it.
import { type VNode, options } from 'preact'
import { renderToString } from 'preact-render-to-string'
import type { Assets } from '../../contract/props/assets.ts'
import { Toast } from '../src/ui/frame.tsx'
import styles from './gallery.css?inline'
import { Bands, Bars, Dials, Outcomes } from './sections/bands.tsx'
import { Console } from './sections/console.tsx'
import { Form, Notices } from './sections/forms.tsx'
import { Bar, Buttons, Errors, Frame } from './sections/frame.tsx'
import { Clocks, Heroes, LaunchParts, NamedHeroes, Reminders } from './sections/launches.tsx'
import { Addresses, Histories, Lists, NamedLists } from './sections/lists.tsx'
import { NamedScores, OutcomeBars, Rail, ScorePages, Signals, Warnings } from './sections/scores.tsx'

interface GalleryOptions {
  theme: 'light' | 'dark' | null
  /** For pictures: without motion, and without a font of the machine. */
  isCompared: boolean
}

const Gallery = () => (
  <main class="wrap gallery">
    <h1>Gallery</h1>
    <Bands />
    <Outcomes />
    <Dials />
    <Bars />
    <Warnings />
    <OutcomeBars />
    <Signals />
    <Rail />
    <Lists />
    <Addresses />
    <Histories />
    <Clocks />
    <Heroes />
    <Reminders />
    <LaunchParts />
    <Form />
    <Notices />
    <Buttons />
    <Bar />
    <Errors />
    <Console />
    <ScorePages />
    <Frame />
    <NamedLists />
    <NamedHeroes />
    <NamedScores />
    <Toast />
  </main>
)

/** The whole page. Buttons that wait for a module are shown, though nothing here runs one. */
export function renderGallery(
  { theme, isCompared }: GalleryOptions,
  { style, font }: Pick<Assets, 'style' | 'font'>,
): string {
  const html = renderToString(
    <html lang="en" data-theme={theme ?? undefined}>
      <head>
        <meta charset="utf-8" />
        <title>Gallery</title>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <link rel="preload" as="font" type="font/woff2" href={font} crossOrigin="anonymous" />
        <link rel="stylesheet" href={style} />
        <style dangerouslySetInnerHTML={{ __html: styles }} />
      </head>
      <body class={isCompared ? 'compared' : undefined}>
        <Gallery />
      </body>
    </html>,
  )
  return `<!doctype html>${html.replaceAll(/ data-waiting(="[^"]*")?/g, '')}`
}

/** The components of ui/ that the gallery doesn't show, as `file: name`. */
export function listMissing(): string[] {
  const shown = new Set<unknown>()
  options.vnode = ({ type }: VNode) => void shown.add(type)
  renderGallery({ theme: null, isCompared: false }, { style: '', font: '' })
  delete options.vnode
  const modules = import.meta.glob<Record<string, unknown>>('../src/ui/**/*.tsx', { eager: true })
  return Object.entries(modules).flatMap(([file, exported]) =>
    Object.entries(exported)
      .filter(([name, value]) => /^[A-Z]/.test(name) && name !== 'Islands' && !shown.has(value))
      .map(([name]) => `${file.replace('../src/', '')}: ${name}`),
  )
}
