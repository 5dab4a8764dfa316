import type { Band } from '../../../contract/bands.ts'
import type { Words } from './language.ts'

const en = {
  title: 'Every launch we followed',
  scored: (points: string, band: Band) => `Scored ${points}, ${{ green: 'green', amber: 'amber', red: 'red' }[band]}`,
  launched: (day: string) => `launched ${day}`,
  launches: (day: string) => `launches ${day}`,
  live: (span: string) => `Live for ${span}`,
  notCounted: 'not counted',
  observed: 'not claimed',
  noMarket: 'no market yet',
  untraded: 'never traded',
  deciding: 'being decided',
  band: 'Band',
  outcome: (span: string) => `Outcome after ${span}`,
  all: 'All',
  open: 'Not due yet',
  noneHere: 'No launches match',
  noneHereHint: 'Choose other filters, or continue to older launches.',
  clear: 'Clear filters',
  older: 'Older launches',
  newest: 'Newest launches',
  creatorTitle: 'Outcomes',
  creatorSentence: ({ launched, due, good, bad, unknown }: Record<Counted, string>) =>
    `${launched} launched, ${due} traded for 30 days: ${good} alive, ${bad} dead or rugged, ${unknown} unknown.`,
}

type Counted = 'launched' | 'due' | 'good' | 'bad' | 'unknown'

/** The words of the lists of recorded launches. */
export const recordedWords: Words<typeof en> = {
  en,
  es: {
    title: 'Todos los lanzamientos que seguimos',
    scored: (points, band) => `Nota ${points}, ${{ green: 'verde', amber: 'ámbar', red: 'rojo' }[band]}`,
    launched: (day) => `lanzado el ${day}`,
    launches: (day) => `se lanza el ${day}`,
    live: (span) => `En vivo desde hace ${span}`,
    notCounted: 'no cuenta',
    observed: 'no reclamado',
    noMarket: 'aún sin mercado',
    untraded: 'nunca se negoció',
    deciding: 'por decidir',
    band: 'Banda',
    outcome: (span) => `Resultado tras ${span}`,
    all: 'Todos',
    open: 'Aún no previsto',
    noneHere: 'Ningún lanzamiento coincide',
    noneHereHint: 'Elige otros filtros o continúa con los anteriores.',
    clear: 'Quitar filtros',
    older: 'Lanzamientos anteriores',
    newest: 'Los más recientes',
    creatorTitle: 'Resultados',
    creatorSentence: ({ launched, due, good, bad, unknown }) =>
      `Lanzados: ${launched}. Con 30 días en el mercado: ${due}. Vivos: ${good}; muertos o vaciados: ${bad}; desconocidos: ${unknown}.`,
  },
  zh: {
    title: '我们跟踪的全部发行',
    scored: (points, band) => `评分 ${points}，${{ green: '绿色', amber: '黄色', red: '红色' }[band]}`,
    launched: (day) => `${day}发行`,
    launches: (day) => `将于 ${day}发行`,
    live: (span) => `已上线 ${span}`,
    notCounted: '不计入',
    observed: '未认领',
    noMarket: '尚无市场',
    untraded: '从未交易',
    deciding: '判定中',
    band: '等级',
    outcome: (span) => `${span}后的结果`,
    all: '全部',
    open: '尚未到期',
    noneHere: '没有符合条件的发行',
    noneHereHint: '请选择其他条件，或继续查看更早的发行。',
    clear: '清除条件',
    older: '更早的发行',
    newest: '最新的发行',
    creatorTitle: '结果',
    creatorSentence: ({ launched, due, good, bad, unknown }) =>
      `已发行 ${launched} 个，其中 ${due} 个交易满 30 天：${good} 个存活，${bad} 个死亡或被抽走流动性，${unknown} 个未知。`,
  },
}
