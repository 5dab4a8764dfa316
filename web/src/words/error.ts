import type { Words } from './language.ts'

const en = {
  /** By HTTP status. */
  titles: {
    400: 'We couldn’t read that link',
    404: 'Page not found',
    429: 'Too many requests',
    451: 'This was taken down',
    500: 'Something went wrong on our side',
    502: 'A data provider isn’t answering',
    503: 'This isn’t available right now',
  } as Record<number, string | undefined>,
  /** In place of the service’s own sentence, which is in English and more detailed. */
  texts: {
    429: 'Wait a minute, then reload the page.',
    500: 'It’s our fault, and we’ve noted it. Reload the page to try again.',
    502: 'We’ve asked more than once. Reload the page in a minute.',
  } as Record<number, string | undefined>,
  other: 'Something went wrong',
  providers: {
    model: 'The AI judge',
    creator: 'The chain-data provider',
    risk: 'The token-risk provider',
    chain: 'The chain’s node',
  } as Record<string, string | undefined>,
  notAnswering: (provider: string) => `${provider} isn’t answering`,
  /** Before the operator's own words. */
  reasonOf: 'The operator’s reason:',
  isYours: 'Is it yours?',
  review: 'Ask for a review',
  clearFilters: 'Clear filters',
}

export const errorWords: Words<typeof en> = {
  en,
  es: {
    titles: {
      400: 'No pudimos leer ese enlace',
      404: 'Página no encontrada',
      429: 'Demasiadas solicitudes',
      451: 'Este contenido se ha retirado',
      500: 'Algo ha fallado por nuestra parte',
      502: 'Un proveedor de datos no responde',
      503: 'No está disponible en este momento',
    },
    texts: {
      429: 'Espera un minuto y vuelve a cargar la página.',
      500: 'Es culpa nuestra y ya está anotado. Vuelve a cargar la página para intentarlo de nuevo.',
      502: 'Hemos preguntado más de una vez. Vuelve a cargar la página dentro de un minuto.',
    },
    other: 'Algo ha fallado',
    providers: {
      model: 'El juez de IA',
      creator: 'El proveedor de datos de la cadena',
      risk: 'El proveedor de riesgo de tokens',
      chain: 'El nodo de la cadena',
    },
    notAnswering: (provider) => `${provider} no responde`,
    reasonOf: 'El motivo del operador:',
    isYours: '¿Es tuyo?',
    review: 'Pide una revisión',
    clearFilters: 'Quitar los filtros',
  },
  zh: {
    titles: {
      400: '无法识别这个链接',
      404: '页面不存在',
      429: '请求过多',
      451: '内容已下架',
      500: '我们这边出了问题',
      502: '数据来源暂时不可用',
      503: '暂时无法使用',
    },
    texts: {
      429: '请等一分钟，然后重新加载页面。',
      500: '这是我们的错误，已经记录。请重新加载页面再试。',
      502: '我们已多次尝试。请一分钟后重新加载页面。',
    },
    other: '出了点问题',
    providers: { model: 'AI 评审', creator: '链上数据来源', risk: '代币风险数据来源', chain: '链节点' },
    notAnswering: (provider) => `${provider}暂时没有响应`,
    reasonOf: '运营者给出的原因：',
    isYours: '这是你的吗？',
    review: '申请复核',
    clearFilters: '清除筛选',
  },
}
