import type { Words } from './language.ts'

interface Size {
  pitches: number
  pictures: number
  repeats: number
  attacks: number
}

const en = {
  empty: 'Figures appear here once they’ve been measured.',
  note: 'Measured on fixed sets of test launches. The targets are the authors’ own, and each figure has the bound it must keep.',
  none: 'Not measured yet.',
  unknown: 'not measured',
  questions: {
    agreement: {
      title: 'Agreement with targets',
      asks: 'How close its verdicts come to the targets of a fixed set, by version.',
    },
    attacks: {
      title: 'Prompt-injection resistance',
      asks: 'How many hostile pitches move the score, by version.',
    },
    drift: { title: 'Drift', asks: 'Whether the same test launches keep their scores.' },
    bandChanges: {
      title: 'Band changes',
      asks: 'How many test launches get another band when they are judged again.',
    },
  },
  passed: 'Every bound kept',
  missed: 'Bound missed',
  boundMissed: 'missed',
  size: ({ pitches, pictures, repeats, attacks }: Size) =>
    `Pitches: ${pitches}, pictures: ${pictures}, each judged ${repeats === 1 ? 'once' : `${repeats} times`}. Attacks: ${attacks}, each with an honest twin.`,
  columns: {
    figure: 'Figure',
    pitches: 'Pitches',
    pictures: 'Pictures',
    day: 'Day',
    mean: 'Mean score',
    shift: 'Shift',
    flips: 'Band changes',
    attacks: 'Attacks',
  },
  halves: { tuned: 'known when the rules were written', heldOut: 'held out: no rule was tuned on them' },
  metrics: {
    spearman: 'Rank correlation (Spearman)',
    error: 'Mean absolute error, in points',
    bandAgreement: 'Same band as the target',
    repeatDeviation: 'Spread between repeats (standard deviation)',
    bandChanges: 'Another band when judged again',
  },
  attackSuccess: 'Attacks that succeed',
  interval: (low: string, high: string) => `95% interval (Wilson) ${low} to ${high}`,
  falseCaps: 'Honest twins capped',
  twinLosses: 'Honest twins capped or lowered',
  earlier: (count: number) => (count === 1 ? 'One earlier run' : `${count} earlier runs`),
  driftNote: (maxShift: number) =>
    `The same test launches are judged again and compared with the first run. A larger dot marks a shift of more than ${maxShift} points, a launch in another band, or another model ID.`,
  latest: (mean: string, shift: string, items: number) =>
    `Mean of ${items} launches ${mean}, ${shift} since the first run`,
  shiftByDay: 'Shift by day',
  days: (count: number) => (count === 1 ? 'The numbers of one day' : `The numbers of ${count} days`),
  otherModel: 'another model ID',
}

export const accuracyWords: Words<typeof en> = {
  en,
  es: {
    empty: 'Las cifras aparecerán aquí cuando se hayan medido.',
    note: 'Medido con conjuntos fijos de lanzamientos de prueba. Los objetivos son de los autores, y cada cifra lleva el límite que debe cumplir.',
    none: 'Aún sin medir.',
    unknown: 'sin medir',
    questions: {
      agreement: {
        title: 'Acuerdo con los objetivos',
        asks: 'Cuánto se acercan sus veredictos a los objetivos de un conjunto fijo, por versión.',
      },
      attacks: {
        title: 'Resistencia a la inyección de instrucciones',
        asks: 'Cuántos textos hostiles mueven la nota, por versión.',
      },
      drift: { title: 'Deriva', asks: 'Si los mismos lanzamientos de prueba conservan sus notas.' },
      bandChanges: {
        title: 'Cambios de banda',
        asks: 'Cuántos lanzamientos de prueba cambian de banda cuando se vuelven a juzgar.',
      },
    },
    passed: 'Cumple todos los límites',
    missed: 'Límite incumplido',
    boundMissed: 'incumplido',
    size: ({ pitches, pictures, repeats, attacks }) =>
      `Textos: ${pitches}, imágenes: ${pictures}; cada elemento se juzga ${repeats === 1 ? 'una vez' : `${repeats} veces`}. Ataques: ${attacks}, cada uno con un gemelo honesto.`,
    columns: {
      figure: 'Medida',
      pitches: 'Textos',
      pictures: 'Imágenes',
      day: 'Día',
      mean: 'Nota media',
      shift: 'Desviación',
      flips: 'Cambios de banda',
      attacks: 'Ataques',
    },
    halves: {
      tuned: 'conocidos al escribir las reglas',
      heldOut: 'reservados: ninguna regla se ajustó con ellos',
    },
    metrics: {
      spearman: 'Correlación de rangos (Spearman)',
      error: 'Error absoluto medio, en puntos',
      bandAgreement: 'En la banda del objetivo',
      repeatDeviation: 'Dispersión entre repeticiones (desviación típica)',
      bandChanges: 'Otra banda al juzgarse de nuevo',
    },
    attackSuccess: 'Ataques con éxito',
    interval: (low, high) => `intervalo del 95 % (Wilson): de ${low} a ${high}`,
    falseCaps: 'Gemelos honestos limitados',
    twinLosses: 'Gemelos honestos limitados o rebajados',
    earlier: (count) => (count === 1 ? 'Una medición anterior' : `${count} mediciones anteriores`),
    driftNote: (maxShift) =>
      `Los mismos lanzamientos de prueba se vuelven a juzgar y se comparan con la primera medición. Un punto más grande indica una desviación de más de ${maxShift} puntos, un lanzamiento en otra banda u otro ID de modelo.`,
    latest: (mean, shift, items) => `Media de ${items} lanzamientos: ${mean}; ${shift} desde la primera medición`,
    shiftByDay: 'Desviación por día',
    days: (count) => (count === 1 ? 'Los números de un día' : `Los números de ${count} días`),
    otherModel: 'otro ID de modelo',
  },
  zh: {
    empty: '数据测量后会显示在这里。',
    note: '用固定的测试样本测量。目标分由作者设定，每项数据都附有必须达到的界限。',
    none: '尚未测量。',
    unknown: '未测量',
    questions: {
      agreement: { title: '与目标分的一致程度', asks: '各版本的判断与固定样本的目标分有多接近。' },
      attacks: { title: '抗提示词注入', asks: '各版本中有多少恶意介绍能影响得分。' },
      drift: { title: '漂移', asks: '同样的测试样本得分是否保持不变。' },
      bandChanges: { title: '等级变动', asks: '再次评判时有多少测试样本的等级发生变化。' },
    },
    passed: '全部达标',
    missed: '未达标',
    boundMissed: '未达标',
    size: ({ pitches, pictures, repeats, attacks }) =>
      `${pitches} 条介绍和 ${pictures} 张图片，每项评判 ${repeats} 次；${attacks} 次攻击，每次都有一个正常的对照样本。`,
    columns: {
      figure: '指标',
      pitches: '介绍',
      pictures: '图片',
      day: '日期',
      mean: '平均分',
      shift: '偏移',
      flips: '等级变动',
      attacks: '攻击样本',
    },
    halves: { tuned: '编写规则时已知', heldOut: '留出：从未用于调整规则' },
    metrics: {
      spearman: '等级相关系数（Spearman）',
      error: '平均绝对误差（分）',
      bandAgreement: '与目标等级相同',
      repeatDeviation: '重复评判的离散度（标准差）',
      bandChanges: '再次评判时等级不同',
    },
    attackSuccess: '成功的攻击',
    interval: (low, high) => `95% 区间（Wilson）：${low} 至 ${high}`,
    falseCaps: '被误限分的正常样本',
    twinLosses: '被限分或降分的正常样本',
    earlier: (count) => `更早的 ${count} 次测量`,
    driftNote: (maxShift) =>
      `同样的测试样本会被重新评判，并与首次测量比较。较大的圆点表示偏移超过 ${maxShift} 分、有样本等级变动，或模型 ID 改变。`,
    latest: (mean, shift, items) => `${items} 个样本的平均分 ${mean}，与首次测量相差 ${shift}`,
    shiftByDay: '每日偏移',
    days: (count) => `${count} 天的数据`,
    otherModel: '模型 ID 改变',
  },
}
