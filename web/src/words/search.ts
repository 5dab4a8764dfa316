import type { Words } from './language.ts'

const en = {
  title: 'Search',
  titleFor: (q: string) => `Search: ${q}`,
  description: 'Find a scored launch by name, ticker, token contract, creator wallet or score id.',
  label: 'Name, ticker, contract or wallet',
  search: 'Search',
  found: { one: '# launch found', other: '# launches found' },
  foundMost: 'The first # launches. Add letters to narrow the search.',
  nothing: (q: string) => `No launch matches “${q}”`,
  nothingHint: 'Check the spelling, or paste a token contract or wallet address.',
  results: 'Results',
  suggestions: 'Suggestions',
  suggested: { one: '# suggestion', other: '# suggestions' },
  score: 'Score a launch',
}

export const searchWords: Words<typeof en> = {
  en,
  es: {
    title: 'Buscar',
    titleFor: (q) => `Buscar: ${q}`,
    description:
      'Encuentra un lanzamiento evaluado por nombre, ticker, contrato, billetera del creador o id de la nota.',
    label: 'Nombre, ticker, contrato o billetera',
    search: 'Buscar',
    found: { one: '# lanzamiento encontrado', other: '# lanzamientos encontrados' },
    foundMost: 'Los primeros # lanzamientos. Añade letras para acotar la búsqueda.',
    nothing: (q) => `Ningún lanzamiento coincide con «${q}»`,
    nothingHint: 'Revisa la ortografía o pega la dirección de un contrato o de una billetera.',
    results: 'Resultados',
    suggestions: 'Sugerencias',
    suggested: { one: '# sugerencia', other: '# sugerencias' },
    score: 'Evaluar un lanzamiento',
  },
  zh: {
    title: '搜索',
    titleFor: (q) => `搜索：${q}`,
    description: '按名称、代号、代币合约、创建者钱包或评分编号查找已评分的项目。',
    label: '名称、代号、合约或钱包',
    search: '搜索',
    found: { one: '找到 # 个项目', other: '找到 # 个项目' },
    foundMost: '前 # 个项目。多输入几个字可以缩小范围。',
    nothing: (q) => `没有与“${q}”相符的项目`,
    nothingHint: '请检查拼写，或粘贴代币合约或钱包地址。',
    results: '结果',
    suggestions: '建议',
    suggested: { one: '# 条建议', other: '# 条建议' },
    score: '为发行评分',
  },
}
