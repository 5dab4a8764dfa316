import type { Words } from './language.ts'

const en = {
  copy: 'Copy address',
  explorer: (chain: string) => `View on the ${chain} explorer`,
}

export const addressWords: Words<typeof en> = {
  en,
  es: {
    copy: 'Copiar la dirección',
    explorer: (chain) => `Ver en el explorador de ${chain}`,
  },
  zh: {
    copy: '复制地址',
    explorer: (chain) => `在 ${chain} 区块浏览器中查看`,
  },
}
