import type { Words } from './language.ts'

const en = {
  title: 'Search',
  titleFor: (q: string) => `Search: ${q}`,
  description: 'Find a scored launch by name, ticker, token contract, creator wallet or score id.',
  typos: {
    capitals: 'That address has a typo: its capital letters don’t match. Check it, or paste it in lower case.',
    form: 'That address has a typo: an address is 0x and 40 more characters, 0–9 and a–f.',
  },
  open: 'Open this token',
  hint: 'Paste a token’s contract, or type a name or ticker. Any contract has a page, scored or not.',
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
    typos: {
      capitals: 'Esa dirección tiene una errata: sus mayúsculas no coinciden. Revísala o pégala en minúsculas.',
      form: 'Esa dirección tiene una errata: una dirección es 0x y 40 caracteres más, 0–9 y a–f.',
    },
    open: 'Abrir este token',
    hint: 'Pega el contrato de un token o escribe un nombre o ticker. Cualquier contrato tiene página, con nota o sin ella.',
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
    typos: {
      capitals: '地址有误：大小写不匹配。请检查，或改用小写粘贴。',
      form: '地址有误：地址由 0x 加 40 个字符组成，即 0–9 和 a–f。',
    },
    open: '打开此代币',
    hint: '粘贴代币合约，或输入名称、代号。任何合约都有页面，无论是否评分。',
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
