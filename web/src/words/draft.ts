import type { Words } from './language.ts'

const en = {
  title: 'A draft',
  description: 'This score is not published. Only people with the link see it.',
  label: 'Draft: not public',
  text: 'Only people with this link see it. It ends on',
  publish: 'Publish this score',
  note: 'Publishing scores it again with the same verdicts. The published score is permanent.',
  proven:
    'This draft counts a proof of the wallet that this page may not have. Without it, the published score says “unsigned” and can be lower.',
  scoring: 'Publishing… This takes up to a minute.',
}

/** The words of a draft's page. */
export const draftWords: Words<typeof en> = {
  en,
  es: {
    title: 'Un borrador',
    description: 'Esta nota no está publicada. Solo la ve quien tenga el enlace.',
    label: 'Borrador: no es público',
    text: 'Solo lo ve quien tenga este enlace. Termina el',
    publish: 'Publicar esta nota',
    note: 'Al publicarla, se evalúa de nuevo con los mismos veredictos. La nota publicada no cambia.',
    proven:
      'Este borrador cuenta una prueba de la billetera que quizá esta página no tenga. Sin ella, la nota publicada dirá «sin firmar» y puede ser más baja.',
    scoring: 'Publicando… Tarda un minuto como mucho.',
  },
  zh: {
    title: '草稿',
    description: '此评分未公开，只有持有链接的人能看到。',
    label: '草稿：未公开',
    text: '只有持有此链接的人能看到。截止时间：',
    publish: '发布此评分',
    note: '发布时会以相同的判定重新评分。发布的评分永久有效。',
    proven: '此草稿计入了钱包的证明，而本页面可能没有该证明。没有它，发布的评分会显示“未签名”，分数可能更低。',
    scoring: '正在发布…最多需要一分钟。',
  },
}
