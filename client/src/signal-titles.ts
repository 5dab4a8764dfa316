// Written by `npm run openapi`.

/** By signal and language. */
export const signalTitles: Record<string, Record<'en' | 'es' | 'zh', string> | undefined> = {
  meme: { en: 'Meme', es: 'Meme', zh: '创意' },
  creator: { en: 'Creator', es: 'Creador', zh: '创建者' },
  image: { en: 'Image', es: 'Imagen', zh: '图片' },
  name: { en: 'Name', es: 'Nombre', zh: '名称' },
  social: { en: 'Social', es: 'Social', zh: '社交' },
  risk: { en: 'Risk', es: 'Riesgo', zh: '风险' },
}
