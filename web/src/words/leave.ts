import type { Words } from './language.ts'

const en = {
  title: (host: string) => `Leaving for ${host}`,
  description: (name: string, host: string) => `${name} links to ${host}.`,
  leaving: (site: string) => `You’re leaving ${site}`,
  added: {
    launch: (name: string) => `This link was added by ${name}’s creator. We haven’t checked it.`,
    score: (name: string) => `This link was submitted with ${name}. We haven’t checked it.`,
  },
  lookalike: 'Look-alike characters in this address',
  lookalikeNote: 'A host that begins with xn-- is written with letters that can look like others.',
  inItsLetters: 'In its own letters:',
  tips: [
    'Check the bold part of the address: it identifies the site’s owner.',
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
    lookalike: 'Hay caracteres engañosos en esta dirección',
    lookalikeNote: 'Una dirección que empieza por xn-- contiene letras que pueden parecer otras.',
    inItsLetters: 'Con sus propias letras:',
    tips: [
      'Fíjate en la parte en negrita de la dirección: indica quién gestiona el sitio.',
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
    lookalike: '此地址含有易混淆的字符',
    lookalikeNote: '以 xn-- 开头的地址使用的字母可能与其他字母相似。',
    inItsLetters: '原文写法：',
    tips: [
      '请核对地址中加粗的部分，它表明网站的所有者。',
      '绝不要输入助记词或私钥。索要它们的都是骗子。',
      '签名前请阅读钱包显示的内容。',
    ],
    back: { launch: '返回发行页面', score: '返回评分' },
    goTo: '继续前往',
  },
}
