import type { Words } from './language.ts'

const en = {
  title: (host: string) => `Leaving for ${host}`,
  description: (name: string, host: string) => `${name} links to ${host}.`,
  leaving: (site: string) => `You’re leaving ${site}`,
  added: {
    launch: (name: string) => `This link was added by ${name}’s creator. We haven’t checked it.`,
    score: (name: string) => `This link was submitted with ${name}. We haven’t checked it.`,
  },
  /** The words before and after the host. */
  isIt: ['Is ', ' really their site?'] as [string, string],
  lookalike: 'This address uses look-alike letters.',
  inItsLetters: 'In its own letters:',
  tips: [
    'Never type a recovery phrase or a private key. Anyone who asks is a scammer.',
    'Read what your wallet shows before you sign.',
  ],
  back: { launch: 'Back to the launch', score: 'Back to the score' },
  goTo: 'Continue to',
}

export const leaveWords: Words<typeof en> = {
  en,
  es: {
    title: (host) => `Salir hacia ${host}`,
    description: (name, host) => `${name} enlaza con ${host}.`,
    leaving: (site) => `Vas a salir de ${site}`,
    added: {
      launch: (name) => `Este enlace lo añadió el creador de ${name}. No lo hemos comprobado.`,
      score: (name) => `Este enlace se envió con ${name}. No lo hemos comprobado.`,
    },
    isIt: ['¿Es ', ' de verdad su sitio?'],
    lookalike: 'Esta dirección usa letras que se parecen a otras.',
    inItsLetters: 'Con sus propias letras:',
    tips: [
      'No escribas nunca una frase de recuperación ni una clave privada. Quien la pida es un estafador.',
      'Lee lo que muestra tu billetera antes de firmar.',
    ],
    back: { launch: 'Volver al lanzamiento', score: 'Volver a la nota' },
    goTo: 'Continuar a',
  },
  zh: {
    title: (host) => `前往 ${host}`,
    description: (name, host) => `${name} 的链接指向 ${host}。`,
    leaving: (site) => `你即将离开 ${site}`,
    added: {
      launch: (name) => `此链接由 ${name} 的创建者添加，我们没有检查过。`,
      score: (name) => `此链接随 ${name} 一起提交，我们没有检查过。`,
    },
    isIt: ['', ' 真的是他们的网站吗？'],
    lookalike: '此地址使用了易混淆的字母。',
    inItsLetters: '原文写法：',
    tips: ['绝不要输入助记词或私钥。索要它们的都是骗子。', '签名前请阅读钱包显示的内容。'],
    back: { launch: '返回发行页面', score: '返回评分' },
    goTo: '继续前往',
  },
}
