import type { Words } from './language.ts'

const en = {
  /** By HTTP status. */
  titles: {
    400: 'We couldn’t read that link',
    404: 'Page not found',
    429: 'Too many requests',
    451: 'This was taken down',
    500: 'Something went wrong on our side',
    502: 'A data provider is down',
    503: 'This isn’t available right now',
  } as Record<number, string | undefined>,
  other: 'Something went wrong',
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
    other: 'Algo ha fallado',
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
    other: '出了点问题',
    clearFilters: '清除筛选',
  },
}
