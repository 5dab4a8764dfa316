import type { Fact } from './schemas.ts'

export type Language = 'en' | 'es' | 'zh'

export interface SignalWords {
  title: string
  asks: string
  measuredBy: string
  /** By code. */
  facts?: Record<string, (values: Fact['values']) => string>
}

export interface SignalLook {
  /** null: none. */
  icon: string | null
  words: Record<Language, SignalWords>
}

/** Signals without a look are shown by their names. */
export type SignalLooks = Record<string, SignalLook | undefined>

/** A version lists its own signals, and a record has those of its version. */
export const signalLooks = {
  meme: {
    icon: 'sparkle',
    words: {
      en: { title: 'Meme', asks: 'Is the idea fresh, or a copy?', measuredBy: 'language model' },
      es: { title: 'Meme', asks: '¿La idea es original o es una copia?', measuredBy: 'modelo de lenguaje' },
      zh: { title: '创意', asks: '想法新颖，还是抄来的？', measuredBy: '语言模型' },
    },
  },
  creator: {
    icon: 'person',
    words: {
      en: {
        title: 'Creator',
        asks: 'What became of this wallet’s other tokens?',
        measuredBy: 'on-chain data',
      },
      es: {
        title: 'Creador',
        asks: '¿Qué fue de los otros tokens de esta billetera?',
        measuredBy: 'datos de la cadena',
      },
      zh: { title: '创建者', asks: '这个钱包的其他代币后来怎样？', measuredBy: '链上数据' },
    },
  },
  image: {
    icon: 'picture',
    words: {
      en: { title: 'Image', asks: 'Is the picture clear and easy to remember?', measuredBy: 'language model' },
      es: { title: 'Imagen', asks: '¿La imagen se ve bien y se recuerda?', measuredBy: 'modelo de lenguaje' },
      zh: { title: '图片', asks: '图片是否清晰、好记？', measuredBy: '语言模型' },
    },
  },
  name: {
    icon: 'letters',
    words: {
      en: { title: 'Name', asks: 'Is it short, readable and honest?', measuredBy: 'fixed rules' },
      es: { title: 'Nombre', asks: '¿Es corto, legible y honesto?', measuredBy: 'reglas fijas' },
      zh: { title: '名称', asks: '是否简短、易读、诚实？', measuredBy: '固定规则' },
    },
  },
  social: {
    icon: 'at',
    words: {
      en: {
        title: 'Social',
        asks: 'Does the handle fit, and who mentions it?',
        measuredBy: 'fixed rules',
      },
      es: {
        title: 'Social',
        asks: '¿Encaja la cuenta y quién la menciona?',
        measuredBy: 'reglas fijas',
      },
      zh: {
        title: '社交',
        asks: '账号是否相符，有谁提到它？',
        measuredBy: '固定规则',
      },
    },
  },
  risk: {
    icon: 'shield',
    words: {
      en: { title: 'Risk', asks: 'What can the contract do to its holders?', measuredBy: 'token lists' },
      es: {
        title: 'Riesgo',
        asks: '¿Qué puede hacer el contrato a quienes tienen el token?',
        measuredBy: 'listas de tokens',
      },
      zh: { title: '风险', asks: '合约会对持有人做什么？', measuredBy: '代币名单' },
    },
  },
} satisfies Record<string, SignalLook>

/** Without a look, the signal's name. */
export const findSignalWords = (name: string, language: Language, looks: SignalLooks = signalLooks): SignalWords =>
  lookOf(looks, name)?.words[language] ?? { title: toTitle(name), asks: '', measuredBy: '' }

export const findSignalIcon = (name: string, looks: SignalLooks = signalLooks): string | null =>
  lookOf(looks, name)?.icon ?? null

const lookOf = (looks: SignalLooks, name: string) => (Object.hasOwn(looks, name) ? looks[name] : undefined)

/** `holder_count` as `Holder count`. */
const toTitle = (name: string): string => {
  const words = name.replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

interface Explained<Part extends { signal: string }, Reading> {
  signals: Record<string, Reading>
  explanation: { contributions: Part[] }
}

export interface RecordedSignal<Part, Reading> {
  name: string
  part: Part
  reading: Reading
}

/** In the record's own order. */
export const listSignals = <Part extends { signal: string }, Reading>({
  signals,
  explanation,
}: Explained<Part, Reading>): RecordedSignal<Part, Reading>[] =>
  explanation.contributions.map((part) => {
    const reading = signals[part.signal]
    if (reading === undefined) throw new Error(`The record has no reading of ${part.signal}`)
    return { name: part.signal, part, reading }
  })
