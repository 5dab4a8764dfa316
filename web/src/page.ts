import type { VNode } from 'preact'
import type { Site } from '../../contract/props/site.ts'

/** The description of a page for search engines and for link previews. */
export interface Head {
  title: string
  description: string
  /** 1200×630, by its path. */
  image?: { path: string; alt: string }
  /** 3:2 and at most 32 characters on its button, for Farcaster. */
  frame?: { imagePath: string; button: string }
  /** oEmbed describes the page. */
  hasOembed?: boolean
  /** Search engines are to leave it out. */
  isUnlisted?: boolean
}

export interface Page<Props> {
  head: (props: Props, site: Site) => Head
  Body: (props: Props & { site: Site }) => VNode
  /** Pages for operators and developers have no other words. */
  isEnglishOnly?: boolean
}
