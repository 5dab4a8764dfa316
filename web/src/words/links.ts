import type { Link } from '../../../contract/links.ts'
import type { Words } from './language.ts'

const en = {
  title: 'Links of the launch',
  types: {
    website: 'Website',
    telegram: 'Telegram',
    discord: 'Discord',
    farcaster: 'Farcaster',
    github: 'GitHub',
    other: 'Link',
  } as Record<Link['type'], string>,
}

export const linkWords: Words<typeof en> = {
  en,
  es: {
    title: 'Enlaces del lanzamiento',
    types: {
      website: 'Sitio web',
      telegram: 'Telegram',
      discord: 'Discord',
      farcaster: 'Farcaster',
      github: 'GitHub',
      other: 'Enlace',
    },
  },
  zh: {
    title: '发行的链接',
    types: {
      website: '网站',
      telegram: 'Telegram',
      discord: 'Discord',
      farcaster: 'Farcaster',
      github: 'GitHub',
      other: '链接',
    },
  },
}
