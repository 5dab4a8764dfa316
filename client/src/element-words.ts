export interface ElementWords {
  fields: Record<string, string | undefined>
  missing: (fields: string[]) => string
  scoring: string
  draft: string
  published: string
  /** Beside a signal that isn't measured yet. */
  reading: string
  wait: (seconds: number) => string
  offline: string
  again: string
  failed: (reason: string) => string
}

/** The words of `<launch-score>` itself. Its tickets come from the service. */
export const elementWords: Record<'en' | 'es' | 'zh', ElementWords> = {
  en: {
    fields: {
      name: 'name',
      symbol: 'ticker',
      imageUrl: 'image',
      creatorAddress: 'wallet',
      description: 'description',
      xHandle: 'X handle',
      contractAddress: 'contract',
    },
    missing: (fields) => `The score needs: ${fields.join(', ')}.`,
    scoring: 'Scoring a draft…',
    reading: 'reading…',
    offline: 'No answer.',
    again: 'Try again',
    draft: 'Draft score. It updates when you pause typing. Nothing is published.',
    published: 'Published.',
    wait: (seconds) => `Too many requests. The next score comes in ${seconds} s.`,
    failed: (reason) => `No score: ${reason}`,
  },
  es: {
    fields: {
      name: 'nombre',
      symbol: 'símbolo',
      imageUrl: 'imagen',
      creatorAddress: 'billetera',
      description: 'descripción',
      xHandle: 'cuenta de X',
      contractAddress: 'contrato',
    },
    missing: (fields) => `Para la nota faltan: ${fields.join(', ')}.`,
    scoring: 'Evaluando…',
    reading: 'leyendo…',
    offline: 'Sin respuesta.',
    again: 'Reintentar',
    draft: 'Nota de borrador. Se actualiza cuando deja de escribir, y no se publica nada.',
    published: 'Publicada.',
    wait: (seconds) => `Demasiadas solicitudes. La próxima nota llega en ${seconds} s.`,
    failed: (reason) => `Sin nota: ${reason}`,
  },
  zh: {
    fields: {
      name: '名称',
      symbol: '代号',
      imageUrl: '图片',
      creatorAddress: '钱包',
      description: '描述',
      xHandle: 'X 账号',
      contractAddress: '合约',
    },
    missing: (fields) => `评分还需要：${fields.join('、')}。`,
    scoring: '正在为草稿评分…',
    reading: '读取中…',
    offline: '没有响应。',
    again: '重试',
    draft: '草稿评分。停止输入后会更新，不会公开任何内容。',
    published: '已公开。',
    wait: (seconds) => `请求过多。${seconds} 秒后再次评分。`,
    failed: (reason) => `无法评分：${reason}`,
  },
}
