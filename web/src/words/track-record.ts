import type { Words } from './language.ts'

interface Counts {
  scored: string
  launched: string
  due: string
  good: string
  bad: string
  unknown: string
  span: string
}

const en = {
  title: 'Track record',
  description: 'The outcome of every scored launch, by rules that were fixed in advance. Anyone can recompute it.',
  sentence: ({ scored, launched, due, good, bad, unknown, span }: Counts) =>
    `Of ${scored} launches scored, ${launched} were launched; ${due} of them have traded for ${span}: ${good} alive, ${bad} dead or rugged, ${unknown} unknown.`,
  notObserved: 'Outcomes are not being observed here.',
  waiting: 'The first day of the record isn’t sealed yet. The figures appear once it is.',
  firstDue: (day: string, band: number) => `First outcome due on ${day}; shares from ${band} known launches a band.`,
  asOf: (time: string) => `As of ${time}`,
  after: 'Outcome after',
  cohorts: 'Scored by prompt version',
  counted: 'launches enrolled before their token existed',
  spans: { '24h': '24 hours', '7d': '7 days', '30d': '30 days', '90d': '90 days' },
  funnel: 'From score to outcome',
  steps: {
    scored: 'Scored',
    enrolled: 'Enrolled by their creator',
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
    enrolled: 'Enrolled',
    launched: 'Launched',
    traded: 'Traded',
    due: 'Traded for long enough',
    known: 'Known',
    unknown: 'Unknown',
  },
  stepNote:
    'From “Launched” on, one token of each creator counts: the one that traded first. Creators with low scores may not launch. We don’t correct for this.',
  asides: ({ anchored, untraded, neverLaunched }: Record<'anchored' | 'untraded' | 'neverLaunched', string>) =>
    `Of the launched ones, anchored on the chain before launch: ${anchored}; without a market for 30 days: ${untraded}. Not launched within 180 days: ${neverLaunched}.`,
  outcomes: 'Outcomes',
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
    'The dot is the share, the line its 95% interval. The thin line below shows where the share could lie if every unknown launch did badly or well.',
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
  needs: (known: string, good: string, bad: string) =>
    `Shown once ${known} outcomes are known, ${good} of them good and ${bad} bad.`,
  days: (days: string) => `${days} days`,
  longer: 'longer than observed',
  check: 'Check it yourself',
  checkNote:
    'Every UTC day is sealed as a file whose digest contains that of the day before. This command recomputes every figure from those files:',
  daysList: 'Sealed days and digests',
  command: 'Command',
  notesTitle: 'How to read this',
  notes: [
    'A launch is counted because it was scored, not because it went well.',
    'Alive means that it’s being traded and holders could sell. It doesn’t mean that anyone made money.',
    'This page has only launches that were scored. They are not a representative sample of all launches.',
    'A score is not a probability.',
    'Small numbers: with 20 launches chance alone can make any of these pictures.',
  ],
}

/** The words of the track record. */
export const trackRecordWords: Words<typeof en> = {
  en,
  es: {
    title: 'Historial',
    description:
      'Qué fue de cada lanzamiento evaluado, según reglas fijadas de antemano. Cualquiera puede recalcularlo.',
    sentence: ({ scored, launched, due, good, bad, unknown, span }) =>
      `De ${scored} lanzamientos evaluados, ${launched} se lanzaron; ${due} de ellos llevan ${span} en el mercado: vivos, ${good}; muertos o vaciados, ${bad}; desconocidos, ${unknown}.`,
    notObserved: 'Aquí no se observan resultados.',
    waiting: 'El primer día del historial aún no está sellado. Las cifras aparecerán cuando lo esté.',
    firstDue: (day, band) =>
      `El primer resultado vence el ${day}; proporciones desde ${band} lanzamientos conocidos por banda.`,
    asOf: (time) => `A fecha de ${time}`,
    after: 'Resultado tras',
    cohorts: 'Evaluados con la versión del prompt',
    counted: 'lanzamientos registrados antes de que existiera su token',
    spans: { '24h': '24 horas', '7d': '7 días', '30d': '30 días', '90d': '90 días' },
    funnel: 'De la nota al resultado',
    steps: {
      scored: 'Evaluados',
      enrolled: 'Registrados por su creador',
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
      enrolled: 'Registrados',
      launched: 'Lanzados',
      traded: 'Negociados',
      due: 'Negociados el tiempo suficiente',
      known: 'Conocidos',
      unknown: 'Desconocidos',
    },
    stepNote:
      'A partir de «Lanzados» cuenta un solo token de cada creador: el que se negoció primero. Los creadores con notas bajas pueden no lanzar. No lo corregimos.',
    asides: ({ anchored, untraded, neverLaunched }) =>
      `De los lanzados, anclados en la cadena antes del lanzamiento: ${anchored}; sin mercado durante 30 días: ${untraded}. No lanzados en 180 días: ${neverLaunched}.`,
    outcomes: 'Resultados',
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
      'El punto es la proporción y la línea, su intervalo del 95 %. La línea fina de debajo indica dónde podría estar si todos los desconocidos hubieran ido mal o bien.',
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
    needs: (known, good, bad) =>
      `Se muestra cuando se conocen ${known} resultados, ${good} de ellos buenos y ${bad} malos.`,
    days: (days) => `${days} días`,
    longer: 'más de lo observado',
    check: 'Compruébalo',
    checkNote:
      'Cada día UTC se sella como un archivo cuyo resumen contiene el del día anterior. Este comando recalcula todas las cifras a partir de esos archivos:',
    daysList: 'Días sellados y resúmenes',
    command: 'Comando',
    notesTitle: 'Cómo leer esto',
    notes: [
      'Un lanzamiento cuenta porque fue evaluado, no porque le fuera bien.',
      'Vivo significa que se negocia y que quienes lo tienen podían vender. No significa que alguien ganara dinero.',
      'Aquí solo están los lanzamientos que se evaluaron; no son una muestra de todos.',
      'Una nota no es una probabilidad.',
      'Números pequeños: con 20 lanzamientos, el azar por sí solo puede producir cualquiera de estas imágenes.',
    ],
  },
  zh: {
    title: '历史记录',
    description: '每个已评分的发行后来如何，按事先确定的规则判定。任何人都可以重新计算。',
    sentence: ({ scored, launched, due, good, bad, unknown, span }) =>
      `已评分 ${scored} 个发行，其中 ${launched} 个已发行；${due} 个交易满 ${span}：${good} 个仍存活，${bad} 个已死亡或被抽走流动性，${unknown} 个结果未知。`,
    notObserved: '此处不观察发行结果。',
    waiting: '记录的第一天尚未封存。封存后将显示数据。',
    firstDue: (day, band) => `第一个结果将于 ${day} 到期；每个等级已知 ${band} 个发行起显示比例。`,
    asOf: (time) => `截至 ${time}`,
    after: '结果时间',
    cohorts: '评分所用的提示版本',
    counted: '代币存在之前已登记的发行',
    spans: { '24h': '24 小时', '7d': '7 天', '30d': '30 天', '90d': '90 天' },
    funnel: '从评分到结果',
    steps: {
      scored: '已评分',
      enrolled: '创建者已登记',
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
      enrolled: '已登记',
      launched: '已发行',
      traded: '有交易',
      due: '交易时间足够',
      known: '已知',
      unknown: '未知',
    },
    stepNote: '从“已发行”起，每个创建者只计一个代币：最早有交易的那个。评分低的创建者可能不会发行。我们不对此作修正。',
    asides: ({ anchored, untraded, neverLaunched }) =>
      `已发行的当中，发行前已在链上锚定：${anchored}；30 天内没有市场：${untraded}。180 天内未发行：${neverLaunched}。`,
    outcomes: '结果',
    bands: '按等级',
    bandColumns: {
      band: '等级',
      known: '已知',
      unknown: '未知',
      good: '存活或毕业',
      share: '比例',
      interval: '95% 区间',
    },
    bandNote: '圆点是比例，线是其 95% 区间。下方细线表示若所有未知的发行都失败或都成功，比例可能落在哪里。',
    tooFew: '数量太少，不显示',
    sharesOf: (band, share, low, high) => `${band}：${share}，介于 ${low} 与 ${high} 之间`,
    overlap: (band, other) => `${band}与${other}的细线只因结果未知的发行而重叠：两者中任一比例都可能更高。`,
    survival: '发行存活多久',
    survivalNote: '开始交易后每一天仍存活的发行比例。圆圈是该等级的中位数。',
    survivalColumns: { band: '等级', launches: '发行', median: '半数存活', atRisk: '当日仍在观察' },
    survivalChart: '每日存活发行的比例',
    needs: (known, good, bad) => `已知结果达到 ${known} 个，其中好的 ${good} 个、坏的 ${bad} 个后显示。`,
    days: (days) => `${days} 天`,
    longer: '超过观察期',
    check: '自行核验',
    checkNote: '每个 UTC 日封存为一个文件，其摘要包含前一天的摘要。以下命令根据这些文件重新计算每个数字：',
    daysList: '已封存的日期与摘要',
    command: '命令',
    notesTitle: '如何解读',
    notes: [
      '发行被计入是因为它被评过分，而不是因为它表现好。',
      '存活表示仍在交易，且持有者可以卖出，并不表示有人赚钱。',
      '这里只有已评分的发行，不是所有发行的样本。',
      '评分不是概率。',
      '数量很小：只有 20 个发行时，仅凭偶然就可能出现这里的任何图形。',
    ],
  },
}
