import type { Words } from './language.ts'

const en = {
  title: (short: string) => `Creator ${short}`,
  heading: 'Creator',
  description: (address: string, launches: string) =>
    `${launches}, signed by the wallet ${address}, and the score of each.`,
  launches: { one: '# signed launch', other: '# signed launches' },
  signed: (count: string, parts: string) => `${count} signed: ${parts}`,
  ofBand: (count: string, band: string) => `${count} ${band}`,
  critical: (signed: string, count: string) => `${signed}; ${count} of them critical`,
  comma: ', ',
  signedLaunches: 'Signed launches',
  note: 'Launches that this wallet signed. Anyone can enter a wallet; only its owner can sign.',
  noneHint:
    'Scores that only name this wallet aren’t shown: anyone can enter a wallet. A launch appears once the wallet signs its score.',
  end: 'You’ve reached the end',
}

export const creatorWords: Words<typeof en> = {
  en,
  es: {
    title: (short) => `Creador ${short}`,
    heading: 'Creador',
    description: (address, launches) => `${launches} de la billetera ${address}, con la nota de cada uno.`,
    launches: { one: '# lanzamiento firmado', other: '# lanzamientos firmados' },
    signed: (count, parts) => `${count} firmados: ${parts}`,
    ofBand: (count, band) => `${count} en ${band}`,
    critical: (signed, count) => `${signed}; ${count} con alerta grave`,
    comma: ', ',
    signedLaunches: 'Lanzamientos firmados',
    note: 'Lanzamientos firmados por esta billetera. Cualquiera puede poner una billetera; solo su dueño puede firmar.',
    noneHint:
      'Las notas que solo nombran esta billetera no se muestran: cualquiera puede ponerla. Un lanzamiento aparece cuando la billetera firma su nota.',
    end: 'Has llegado al final',
  },
  zh: {
    title: (short) => `创建者 ${short}`,
    heading: '创建者',
    description: (address, launches) => `钱包 ${address}：${launches}，以及各自的评分。`,
    launches: { one: '# 个已签名项目', other: '# 个已签名项目' },
    signed: (count, parts) => `已签名 ${count} 个：${parts}`,
    ofBand: (count, band) => `${band} ${count}`,
    critical: (signed, count) => `${signed}；其中 ${count} 个有严重警告`,
    comma: '，',
    signedLaunches: '已签名的项目',
    note: '由此钱包签名的项目。任何人都可以填写钱包，只有其主人才能签名。',
    noneHint: '只提到此钱包的评分不会显示，因为任何人都可以填写。钱包为评分签名后，项目就会出现。',
    end: '已经到底了',
  },
}
