import type { ExploreTab, LaunchPlan } from '../../../contract/props/lists.ts'
import type { Words } from './language.ts'

interface ExploreWords {
  title: string
  /** Of the browser's tab, by tab. */
  titles: Record<ExploreTab, string>
  description: string
  tabs: Record<ExploreTab, string>
  ledes: Record<Exclude<ExploreTab, 'soon'>, string>
  launchLedes: Record<LaunchPlan, string>
  sort: string
  when: string
  whens: Record<LaunchPlan, string>
  bandFilter: string
  all: string
  critical: string
  windowFilter: string
  windows: Record<'24h' | '7d' | 'all', string>
  signedOnly: string
  firstPage: string
  clear: string
  score: string
  empty: {
    scores: string
    scoresHint: string
    filtered: string
    filteredHint: string
    launches: string
    launchesHint: string
    upcoming: string
    upcomingHint: string
    seeAllLaunches: string
    graduated: string
    graduatedHint: string
    end: string
    endHint: string
  }
  notMeasured: (signals: string) => string
  notMeasuredHint: string
  notMeasuredNow: (signals: string) => string
  follow: string
  graduates: {
    rate: (count: string, traded: string) => string
    table: string
    byVenue: (date: string) => string
    /** The outcome since then, with its date. */
    since: (outcome: string, date: string) => string
    columns: Record<'name' | 'score' | 'graduated' | 'days' | 'now', string>
    notDue: string
    notObserved: string
    more: string
  }
}

export const exploreWords: Words<ExploreWords> = {
  en: {
    title: 'Explore',
    titles: {
      new: 'New scores',
      top: 'Top scores',
      lowest: 'Lowest scores',
      soon: 'Launch calendar',
      graduated: 'Graduated launches',
    },
    description:
      'Scored token launches: the newest, the best, the lowest, and the ones launching soon. Higher is better.',
    tabs: { new: 'New', top: 'Top', lowest: 'Lowest', soon: 'Calendar', graduated: 'Graduated' },
    ledes: {
      new: 'Every launch with a final score, newest first. Higher is better.',
      top: 'Every launch with a final score, best first. Higher is better.',
      lowest: 'Every launch with a final score, lowest first. Higher is better.',
      graduated:
        'A launch graduates after seven days in a row with at least 20,000 USD of depth, 50 trades and 2,000 USD of volume a day. It keeps its place here whatever happens later.',
    },
    launchLedes: {
      upcoming: 'Next launch first. Dates are set by creators.',
      past: 'Latest first. Dates are set by creators.',
      all: 'Newest first. Dates are set by creators.',
    },
    sort: 'List',
    when: 'When',
    whens: { upcoming: 'Upcoming', past: 'Past', all: 'All' },
    bandFilter: 'Band',
    all: 'All',
    critical: 'Critical',
    windowFilter: 'Scored in',
    windows: { '24h': '24h', '7d': '7d', all: 'All time' },
    signedOnly: 'Signed only',
    firstPage: 'Back to the start',
    clear: 'Clear filters',
    score: 'Score a launch',
    empty: {
      scores: 'No final scores yet',
      scoresHint: 'Score a launch, and you’ll be the first one on this list.',
      filtered: 'Nothing matches these filters',
      filteredHint: 'Try a longer window or another band.',
      launches: 'No launches yet',
      launchesHint: 'A launch is listed as soon as its creator signs its score.',
      upcoming: 'No upcoming launches',
      upcomingHint: 'Creators can set a launch time once they’ve signed their score.',
      seeAllLaunches: 'See all launches',
      graduated: 'No launch has graduated yet',
      graduatedHint: 'Launches appear once their token graduates.',
      end: 'You’ve reached the end',
      endHint: 'The list has become shorter since you opened it.',
    },
    notMeasured: (signals) => `${signals} can’t be measured at the moment`,
    notMeasuredHint:
      'Only final scores are listed, and a score is final once every signal is measured. You can still score a launch and share its preliminary score.',
    notMeasuredNow: (signals) =>
      `New scores are preliminary and aren’t listed: ${signals} can’t be measured at the moment.`,
    follow: 'Follow new launches:',
    graduates: {
      rate: (count, traded) => `Graduated: ${count} of the ${traded} launches that traded.`,
      table: 'Graduated launches',
      byVenue: (date) => `by its launchpad on ${date}`,
      since: (outcome, date) => `${outcome} on ${date}`,
      columns: {
        name: 'Launch',
        score: 'Score before',
        graduated: 'Graduated',
        days: 'Days to graduation',
        now: 'Since then',
      },
      notDue: 'not due yet',
      notObserved: 'Outcomes are not being observed here.',
      more: 'Load more',
    },
  },
  es: {
    title: 'Explorar',
    titles: {
      new: 'Notas nuevas',
      top: 'Mejores notas',
      lowest: 'Notas más bajas',
      soon: 'Calendario de lanzamientos',
      graduated: 'Lanzamientos graduados',
    },
    description:
      'Lanzamientos de tokens evaluados: los más nuevos, los mejores, los peores y los próximos. Cuanto más alta la nota, mejor.',
    tabs: { new: 'Nuevos', top: 'Mejores', lowest: 'Más bajos', soon: 'Calendario', graduated: 'Graduados' },
    ledes: {
      new: 'Todos los lanzamientos con nota final, los más nuevos primero. Cuanto más alta la nota, mejor.',
      top: 'Todos los lanzamientos con nota final, los mejores primero. Cuanto más alta la nota, mejor.',
      lowest: 'Todos los lanzamientos con nota final, los de nota más baja primero. Cuanto más alta la nota, mejor.',
      graduated:
        'Un lanzamiento se gradúa tras siete días seguidos con al menos 20.000 USD de profundidad, 50 operaciones y 2.000 USD de volumen al día. Conserva su lugar pase lo que pase después.',
    },
    launchLedes: {
      upcoming: 'El próximo va primero. Las fechas las ponen los creadores.',
      past: 'El último va primero. Las fechas las ponen los creadores.',
      all: 'Los más nuevos primero. Las fechas las ponen los creadores.',
    },
    sort: 'Lista',
    when: 'Cuándo',
    whens: { upcoming: 'Próximos', past: 'Pasados', all: 'Todos' },
    bandFilter: 'Franja',
    all: 'Todas',
    critical: 'Críticos',
    windowFilter: 'Evaluados en',
    windows: { '24h': '24 h', '7d': '7 d', all: 'Siempre' },
    signedOnly: 'Solo firmados',
    firstPage: 'Volver al principio',
    clear: 'Quitar filtros',
    score: 'Evaluar un lanzamiento',
    empty: {
      scores: 'Aún no hay notas finales',
      scoresHint: 'Evalúa un lanzamiento y será el primero de la lista.',
      filtered: 'Nada coincide con estos filtros',
      filteredHint: 'Prueba un periodo más largo u otra franja.',
      launches: 'Aún no hay lanzamientos',
      launchesHint: 'Un lanzamiento aparece en cuanto su creador firma la nota.',
      upcoming: 'No hay lanzamientos próximos',
      upcomingHint: 'Los creadores pueden fijar la fecha después de firmar su nota.',
      seeAllLaunches: 'Ver todos los lanzamientos',
      graduated: 'Ningún lanzamiento se ha graduado todavía',
      graduatedHint: 'Los lanzamientos aparecen cuando su token se gradúa.',
      end: 'Has llegado al final',
      endHint: 'La lista se ha acortado desde que la abriste.',
    },
    notMeasured: (signals) => `Ahora mismo no se puede medir: ${signals}`,
    notMeasuredHint:
      'Solo aparecen notas finales, y una nota es final cuando se miden todas las señales. Puedes evaluar un lanzamiento y compartir su nota provisional.',
    notMeasuredNow: (signals) =>
      `Las notas nuevas son provisionales y no aparecen aquí. Ahora mismo no se puede medir: ${signals}.`,
    follow: 'Sigue los lanzamientos nuevos:',
    graduates: {
      rate: (count, traded) => `Graduados: ${count} de los ${traded} lanzamientos que se negociaron.`,
      table: 'Lanzamientos graduados',
      byVenue: (date) => `por su plataforma el ${date}`,
      since: (outcome, date) => `${outcome} el ${date}`,
      columns: {
        name: 'Lanzamiento',
        score: 'Nota previa',
        graduated: 'Graduado',
        days: 'Días hasta graduarse',
        now: 'Desde entonces',
      },
      notDue: 'aún no toca',
      notObserved: 'Aquí no se observan resultados.',
      more: 'Cargar más',
    },
  },
  zh: {
    title: '探索',
    titles: { new: '最新评分', top: '最高评分', lowest: '最低评分', soon: '发行日程', graduated: '已毕业项目' },
    description: '已评分的代币发行：最新、最高、最低和即将发行。分数越高越好。',
    tabs: { new: '最新', top: '最高', lowest: '最低', soon: '日程', graduated: '已毕业' },
    ledes: {
      new: '全部有最终评分的项目，最新的在前。越高越好。',
      top: '全部有最终评分的项目，评分最高的在前。越高越好。',
      lowest: '全部有最终评分的项目，评分最低的在前。越高越好。',
      graduated:
        '连续七天每天深度不低于 20,000 美元、交易不少于 50 笔、成交额不低于 2,000 美元，即为毕业。此后无论如何，项目都保留在此列表中。',
    },
    launchLedes: {
      upcoming: '最近的发行在前。日期由创建者设定。',
      past: '最新的在前。日期由创建者设定。',
      all: '最新的在前。日期由创建者设定。',
    },
    sort: '列表',
    when: '时间',
    whens: { upcoming: '即将发行', past: '已过', all: '全部' },
    bandFilter: '等级',
    all: '全部',
    critical: '严重',
    windowFilter: '评分时间',
    windows: { '24h': '24 小时', '7d': '7 天', all: '全部时间' },
    signedOnly: '仅已签名',
    firstPage: '回到开头',
    clear: '清除筛选',
    score: '为发行评分',
    empty: {
      scores: '还没有最终评分',
      scoresHint: '为一次发行评分，它就会成为列表中的第一个。',
      filtered: '没有符合筛选条件的结果',
      filteredHint: '换一个更长的时间段或其他等级试试。',
      launches: '还没有发行项目',
      launchesHint: '创建者为评分签名后，项目就会出现在列表中。',
      upcoming: '没有即将发行的项目',
      upcomingHint: '创建者为评分签名后即可设定发行时间。',
      seeAllLaunches: '查看全部项目',
      graduated: '还没有项目毕业',
      graduatedHint: '代币毕业后，项目会出现在列表中。',
      end: '已经到底了',
      endHint: '列表在您打开之后变短了。',
    },
    notMeasured: (signals) => `目前无法测量：${signals}`,
    notMeasuredHint: '列表只收录最终评分，所有信号测量后评分才算最终。您仍可为发行评分，并分享初步评分。',
    notMeasuredNow: (signals) => `目前无法测量：${signals}。新的评分都是初步评分，不会列出。`,
    follow: '关注新项目：',
    graduates: {
      rate: (count, traded) => `有交易的 ${traded} 个项目中有 ${count} 个毕业。`,
      table: '已毕业项目',
      byVenue: (date) => `发行平台毕业：${date}`,
      since: (outcome, date) => `${date} ${outcome}`,
      columns: { name: '项目', score: '事前评分', graduated: '毕业时间', days: '毕业所需天数', now: '此后' },
      notDue: '尚未到期',
      notObserved: '此处不观察发行结果。',
      more: '加载更多',
    },
  },
}
