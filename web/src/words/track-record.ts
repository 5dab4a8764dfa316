import type { Band } from '../../../contract/bands.ts'
import type { Words } from './language.ts'

interface Share {
  band: Band
  good: string
  due: string
}

const enBands = { green: 'green', amber: 'amber', red: 'red' }
const esBands = { green: 'verdes', amber: 'ámbar', red: 'rojos' }
const zhBands = { green: '绿色', amber: '黄色', red: '红色' }

const en = {
  title: 'Track record',
  description: 'The outcome of every scored launch, by rules that were fixed in advance. Anyone can recompute it.',
  headings: {
    higher: 'Higher scores have lived longer so far.',
    lower: 'Lower scores have lived longer so far.',
    unclear: 'So far, the score doesn’t tell who lives.',
  },
  alive: (good: string, due: string, span: string) => `${good} of ${due} launches were alive after ${span}.`,
  /** The first of the shares, and those after it. */
  shares: ([first, ...rest]: Share[], span: string, join: (parts: string[]) => string) =>
    first &&
    `${join([
      `${first.good} of ${first.due} ${enBands[first.band]} launches were alive after ${span}`,
      ...rest.map(({ band, good, due }) => `${good} of ${due} ${enBands[band]}`),
    ])}.`,
  /** In place of the shares, which would repeat the heading. */
  allOfBand: (band: Band) => `All of them were scored ${enBands[band]}.`,
  tooFewLaunches: (count: string) =>
    count === '1' ? '1 launch is too few to prove anything.' : `${count} launches are too few to prove anything.`,
  stillFew: (count: string) => `Even ${count} launches can mislead.`,
  squares: 'One square for each launch, by band',
  aliveAfter: (span: string) => `alive after ${span}`,
  ofDue: (good: string, due: string) => `${good} of ${due}`,
  takenDown: 'Taken down',
  moreSquares: (count: string) => `${count} more`,
  emptyTitle: 'The record starts with the first launch.',
  emptyLede: 'We follow every scored token for 90 days and publish what happened, good or bad.',
  onTheirWayCount: (count: number, first: string | null) => {
    const launches = count === 1 ? '1 launch is on its way' : `${count} launches are on their way`
    return first === null ? `${launches}.` : `${launches}; the first is decided on ${first}.`
  },
  firstDecided: (day: string) => `The first is decided on ${day}.`,
  unobserved: 'This site has no market data yet, so it follows no token.',
  way: {
    '24h': 'Does it trade?',
    '7d': 'Can holders still sell?',
    '30d': 'The day we count',
    '90d': 'We stop watching',
  },
  onTheirWay: 'On their way',
  beFirst: 'Be one of the first in it.',
  notObserved: 'Outcomes are not being observed here.',
  asOf: (time: string) => `As of ${time}`,
  after: 'Outcome after',
  cohorts: 'Scored by prompt version',
  spans: { '24h': '24 hours', '7d': '7 days', '30d': '30 days', '90d': '90 days' },
  method: 'How we decide, and what would prove us wrong',
  rules: {
    graduated: 'Seven straight days above $20k liquidity, 50 trades and $2k volume.',
    alive: 'It trades, and holders can sell. It doesn’t mean that anyone made money.',
    dead: 'All holders together could take out less than $1k, or nobody traded for three days.',
    rugged:
      'The wallets that launched or first supplied it took the liquidity out until a tenth or less was left. Or nobody could sell, at two checks a day apart.',
    unknown: 'The market data has a gap, so we don’t guess.',
  },
  countedTitle: 'Counted',
  countedText: (neverLaunched: number) =>
    `Only launches that their creator claimed before the token existed, one per creator.${
      neverLaunched === 0 ? '' : ` ${neverLaunched} never launched.`
    }`,
  care: 'Read with care',
  careText:
    'These are launches that were scored, not a sample of all launches. A score isn’t a probability of anything.',
  prediction: (n: number) => `Prediction ${n}`,
  predictions: [
    'Higher scores survive more often.',
    'Green launches live longer than amber ones, amber ones than red.',
  ],
  decidedAt: (known: string | null) => `Decided at 100 launches${known === null ? '' : ` (${known} so far)`}.`,
  lookedAt: (known: string) => `Decided at the first 100, 300 and 1,000 launches (${known} so far).`,
  figures: 'All figures, and how to check them',
  funnel: 'From score to outcome',
  steps: {
    scored: 'Scored',
    enrolled: 'Claimed by their creator',
    launched: 'Launched',
    traded: 'Traded',
    due: 'Traded for long enough',
    known: 'Outcome known',
    unknown: 'Outcome unknown',
  },
  bandSteps: 'From score to outcome by band',
  stepColumns: {
    band: 'Band',
    scored: 'Scored',
    enrolled: 'Claimed',
    launched: 'Launched',
    traded: 'Traded',
    due: 'Traded for long enough',
    known: 'Known',
    unknown: 'Unknown',
  },
  stepNote:
    'From “Launched” on, one token of each creator counts: the one that traded first. Creators with low scores may not launch. We don’t correct for this.',
  asides: {
    anchored: (count: string) => `${count} anchored on the chain before launch.`,
    untraded: (count: string) => `${count} without a market for 30 days.`,
    neverLaunched: (count: string) => `${count} not launched within 180 days.`,
  },
  bands: 'By band',
  bandColumns: {
    band: 'Band',
    known: 'Known',
    unknown: 'Unknown',
    good: 'Alive or graduated',
    share: 'Share',
    interval: '95% interval',
  },
  bandNote:
    'The dot is the share of known outcomes, the line its 95% interval. The thin line below shows where the share could lie if every unknown launch did badly or well.',
  tooFew: 'too few to show',
  sharesOf: (band: string, share: string, low: string, high: string) => `${band}: ${share}, between ${low} and ${high}`,
  overlap: (band: string, other: string) =>
    `The thin lines of ${band} and ${other} overlap only because of the unknown launches: either share could be the higher one.`,
  survival: 'How long launches live',
  survivalNote:
    'The share of launches that were still alive on each day after trading began. A circle is a band’s median.',
  survivalColumns: {
    band: 'Band',
    launches: 'Launches',
    median: 'Half lived for',
    atRisk: 'Under observation on day',
  },
  survivalChart: 'Share of living launches by day',
  days: (days: string) => `${days} days`,
  longer: 'longer than observed',
  check: 'Check it yourself',
  checkNote:
    'Every UTC day is sealed as a file whose digest contains that of the day before. This command recomputes every figure from those files:',
  checkFromSource: 'Run it in a checkout of the source, after npm ci.',
  daysList: 'Sealed days and digests',
  command: 'Command',
}

/** The words of the track record. */
export const trackRecordWords: Words<typeof en> = {
  en,
  es: {
    title: 'Historial',
    description:
      'Qué fue de cada lanzamiento evaluado, según reglas fijadas de antemano. Cualquiera puede recalcularlo.',
    headings: {
      higher: 'Por ahora, las notas altas han vivido más.',
      lower: 'Por ahora, las notas bajas han vivido más.',
      unclear: 'Por ahora, la nota no dice quién vive.',
    },
    alive: (good, due, span) => `${good} de ${due} lanzamientos seguían vivos tras ${span}.`,
    shares: ([first, ...rest], span, join) =>
      first &&
      `Tras ${span} seguían vivos ${join([
        `${first.good} de ${first.due} lanzamientos ${esBands[first.band]}`,
        ...rest.map(({ band, good, due }) => `${good} de ${due} ${esBands[band]}`),
      ])}.`,
    allOfBand: (band) => `Todos tenían una nota ${{ green: 'verde', amber: 'ámbar', red: 'roja' }[band]}.`,
    tooFewLaunches: (count) =>
      count === '1' ? 'Con 1 lanzamiento no se demuestra nada.' : `Con ${count} lanzamientos no se demuestra nada.`,
    stillFew: (count) => `Incluso ${count} lanzamientos pueden engañar.`,
    squares: 'Un cuadrado por lanzamiento, por banda',
    aliveAfter: (span) => `vivos tras ${span}`,
    ofDue: (good, due) => `${good} de ${due}`,
    takenDown: 'Retirado',
    moreSquares: (count) => `${count} más`,
    emptyTitle: 'El historial empieza con el primer lanzamiento.',
    emptyLede: 'Seguimos cada token evaluado durante 90 días y publicamos qué pasó, bueno o malo.',
    onTheirWayCount: (count, first) => {
      const launches = count === 1 ? '1 lanzamiento está en camino' : `${count} lanzamientos están en camino`
      return first === null ? `${launches}.` : `${launches}; el primero se decide el ${first}.`
    },
    firstDecided: (day) => `El primero se decide el ${day}.`,
    unobserved: 'Este sitio aún no tiene datos de mercado, así que no sigue ningún token.',
    way: {
      '24h': '¿Se negocia?',
      '7d': '¿Aún se puede vender?',
      '30d': 'El día que contamos',
      '90d': 'Dejamos de observar',
    },
    onTheirWay: 'En camino',
    beFirst: 'Sé de los primeros en aparecer.',
    notObserved: 'Aquí no se observan resultados.',
    asOf: (time) => `A fecha de ${time}`,
    after: 'Resultado tras',
    cohorts: 'Evaluados con la versión del prompt',
    spans: { '24h': '24 horas', '7d': '7 días', '30d': '30 días', '90d': '90 días' },
    method: 'Cómo decidimos y qué demostraría que nos equivocamos',
    rules: {
      graduated: 'Siete días seguidos por encima de 20 000 USD de liquidez, 50 operaciones y 2000 USD de volumen.',
      alive: 'Se negocia y quienes lo tienen pueden vender. No significa que alguien ganara dinero.',
      dead: 'Entre todos podían retirar menos de 1000 USD, o nadie operó en tres días.',
      rugged:
        'Las billeteras que lo lanzaron o pusieron su primera liquidez la retiraron hasta dejar una décima parte o menos. O nadie pudo vender, en dos comprobaciones con un día de diferencia.',
      unknown: 'A los datos de mercado les falta una parte, así que no adivinamos.',
    },
    countedTitle: 'Qué cuenta',
    countedText: (neverLaunched) =>
      `Solo los lanzamientos que su creador reclamó antes de que existiera el token, uno por creador.${
        neverLaunched === 0 ? '' : ` ${neverLaunched} nunca se lanzaron.`
      }`,
    care: 'Con cuidado',
    careText: 'Son los lanzamientos que se evaluaron, no una muestra de todos. Una nota no es una probabilidad.',
    prediction: (n) => `Predicción ${n}`,
    predictions: [
      'Las notas más altas sobreviven más a menudo.',
      'Los lanzamientos verdes viven más que los ámbar, y los ámbar más que los rojos.',
    ],
    decidedAt: (known) => `Se decide con 100 lanzamientos${known === null ? '' : ` (${known} hasta ahora)`}.`,
    lookedAt: (known) => `Se decide con los primeros 100, 300 y 1000 lanzamientos (${known} hasta ahora).`,
    figures: 'Todas las cifras y cómo comprobarlas',
    funnel: 'De la nota al resultado',
    steps: {
      scored: 'Evaluados',
      enrolled: 'Reclamados por su creador',
      launched: 'Lanzados',
      traded: 'Negociados',
      due: 'Negociados el tiempo suficiente',
      known: 'Resultado conocido',
      unknown: 'Resultado desconocido',
    },
    bandSteps: 'De la nota al resultado, por banda',
    stepColumns: {
      band: 'Banda',
      scored: 'Evaluados',
      enrolled: 'Reclamados',
      launched: 'Lanzados',
      traded: 'Negociados',
      due: 'Negociados el tiempo suficiente',
      known: 'Conocidos',
      unknown: 'Desconocidos',
    },
    stepNote:
      'A partir de «Lanzados» cuenta un solo token de cada creador: el que se negoció primero. Los creadores con notas bajas pueden no lanzar. No lo corregimos.',
    asides: {
      anchored: (count) => `Anclados en la cadena antes del lanzamiento: ${count}.`,
      untraded: (count) => `Sin mercado durante 30 días: ${count}.`,
      neverLaunched: (count) => `No lanzados en 180 días: ${count}.`,
    },
    bands: 'Por banda',
    bandColumns: {
      band: 'Banda',
      known: 'Conocidos',
      unknown: 'Desconocidos',
      good: 'Vivos o graduados',
      share: 'Proporción',
      interval: 'Intervalo del 95 %',
    },
    bandNote:
      'El punto es la proporción de los resultados conocidos y la línea, su intervalo del 95 %. La línea fina de debajo indica dónde podría estar si todos los desconocidos hubieran ido mal o bien.',
    tooFew: 'muy pocos para mostrar',
    sharesOf: (band, share, low, high) => `${band}: ${share}, entre ${low} y ${high}`,
    overlap: (band, other) =>
      `Las líneas finas de ${band} y ${other} se solapan solo por los lanzamientos desconocidos: cualquiera de las dos proporciones podría ser la mayor.`,
    survival: 'Cuánto viven los lanzamientos',
    survivalNote:
      'La proporción de lanzamientos que seguían vivos cada día desde que empezaron a negociarse. El círculo es la mediana de la banda.',
    survivalColumns: {
      band: 'Banda',
      launches: 'Lanzamientos',
      median: 'La mitad vivió',
      atRisk: 'En observación el día',
    },
    survivalChart: 'Proporción de lanzamientos vivos por día',
    days: (days) => `${days} días`,
    longer: 'más de lo observado',
    check: 'Compruébalo',
    checkNote:
      'Cada día UTC se sella como un archivo cuyo resumen contiene el del día anterior. Este comando recalcula todas las cifras a partir de esos archivos:',
    checkFromSource: 'Ejecútalo en una copia del código fuente, después de npm ci.',
    daysList: 'Días sellados y resúmenes',
    command: 'Comando',
  },
  zh: {
    title: '历史记录',
    description: '每个已评分的发行后来如何，按事先确定的规则判定。任何人都可以重新计算。',
    headings: {
      higher: '到目前为止，高分活得更久。',
      lower: '到目前为止，低分活得更久。',
      unclear: '到目前为止，评分还看不出谁能存活。',
    },
    alive: (good, due, span) => `${due} 个发行中，${good} 个在 ${span}后仍存活。`,
    shares: (shares, span, join) =>
      shares.length > 0
        ? `${span}后仍存活：${join(shares.map(({ band, good, due }) => `${zhBands[band]} ${due} 个中的 ${good} 个`))}。`
        : undefined,
    allOfBand: (band) => `评分全部为${zhBands[band]}。`,
    tooFewLaunches: (count) => `${count} 个发行太少，证明不了什么。`,
    stillFew: (count) => `即使有 ${count} 个发行，也可能产生误导。`,
    squares: '按等级排列，每个发行一个方块',
    aliveAfter: (span) => `${span}后仍存活`,
    ofDue: (good, due) => `${good} / ${due}`,
    takenDown: '已下架',
    moreSquares: (count) => `另有 ${count} 个`,
    emptyTitle: '记录从第一个发行开始。',
    emptyLede: '我们会跟踪每个已评分的代币 90 天，并公布结果，无论好坏。',
    onTheirWayCount: (count, first) =>
      first === null ? `${count} 个发行正在进行。` : `${count} 个发行正在进行；第一个将于 ${first} 判定。`,
    firstDecided: (day) => `第一个将于 ${day} 判定。`,
    unobserved: '本站尚无市场数据，因此还没有跟踪任何代币。',
    way: { '24h': '有交易吗？', '7d': '持有者还能卖出吗？', '30d': '以这一天为准', '90d': '停止观察' },
    onTheirWay: '正在进行',
    beFirst: '成为最早的一批。',
    notObserved: '此处不观察发行结果。',
    asOf: (time) => `截至 ${time}`,
    after: '结果时间',
    cohorts: '评分所用的提示版本',
    spans: { '24h': '24 小时', '7d': '7 天', '30d': '30 天', '90d': '90 天' },
    method: '我们如何判定，以及怎样才算我们错了',
    rules: {
      graduated: '连续七天流动性超过 2 万美元、有 50 笔交易、成交额超过 2,000 美元。',
      alive: '有交易，持有者可以卖出。这并不表示有人赚了钱。',
      dead: '所有持有者合计能取出的不到 1,000 美元，或三天无人交易。',
      rugged: '发行或最初提供流动性的钱包取走流动性，只剩十分之一或更少；或者相隔一天的两次检查中都无法卖出。',
      unknown: '市场数据有缺口，我们不猜。',
    },
    countedTitle: '计入范围',
    countedText: (neverLaunched) =>
      `只计创建者在代币存在之前认领的发行，每个创建者一个。${neverLaunched === 0 ? '' : `${neverLaunched} 个从未发行。`}`,
    care: '谨慎解读',
    careText: '这里是评过分的发行，不是所有发行的样本。评分不是任何事情的概率。',
    prediction: (n) => `预测 ${n}`,
    predictions: ['评分高的更常存活。', '绿色的发行比黄色活得久，黄色比红色活得久。'],
    decidedAt: (known) => `满 100 个发行时判定${known === null ? '' : `（目前 ${known} 个）`}。`,
    lookedAt: (known) => `在前 100、300 和 1,000 个发行时判定（目前 ${known} 个）。`,
    figures: '全部数据，以及如何核验',
    funnel: '从评分到结果',
    steps: {
      scored: '已评分',
      enrolled: '创建者已认领',
      launched: '已发行',
      traded: '有交易',
      due: '交易时间足够',
      known: '结果已知',
      unknown: '结果未知',
    },
    bandSteps: '各等级从评分到结果',
    stepColumns: {
      band: '等级',
      scored: '已评分',
      enrolled: '已认领',
      launched: '已发行',
      traded: '有交易',
      due: '交易时间足够',
      known: '已知',
      unknown: '未知',
    },
    stepNote: '从“已发行”起，每个创建者只计一个代币：最早有交易的那个。评分低的创建者可能不会发行。我们不对此作修正。',
    asides: {
      anchored: (count) => `发行前已在链上锚定：${count}。`,
      untraded: (count) => `30 天内没有市场：${count}。`,
      neverLaunched: (count) => `180 天内未发行：${count}。`,
    },
    bands: '按等级',
    bandColumns: {
      band: '等级',
      known: '已知',
      unknown: '未知',
      good: '存活或毕业',
      share: '比例',
      interval: '95% 区间',
    },
    bandNote: '圆点是已知结果中的比例，线是其 95% 区间。下方细线表示若所有未知的发行都失败或都成功，比例可能落在哪里。',
    tooFew: '数量太少，不显示',
    sharesOf: (band, share, low, high) => `${band}：${share}，介于 ${low} 与 ${high} 之间`,
    overlap: (band, other) => `${band}与${other}的细线只因结果未知的发行而重叠：两者中任一比例都可能更高。`,
    survival: '发行存活多久',
    survivalNote: '开始交易后每一天仍存活的发行比例。圆圈是该等级的中位数。',
    survivalColumns: { band: '等级', launches: '发行', median: '半数存活', atRisk: '当日仍在观察' },
    survivalChart: '每日存活发行的比例',
    days: (days) => `${days} 天`,
    longer: '超过观察期',
    check: '自行核验',
    checkNote: '每个 UTC 日封存为一个文件，其摘要包含前一天的摘要。以下命令根据这些文件重新计算每个数字：',
    checkFromSource: '请在源代码目录中先执行 npm ci，再运行此命令。',
    daysList: '已封存的日期与摘要',
    command: '命令',
  },
}
