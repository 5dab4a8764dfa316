import type { TrackRecordWords } from './en.ts'

export const es: TrackRecordWords = {
  title: 'Historial',
  description: 'Qué fue de cada lanzamiento evaluado, según reglas fijadas de antemano. Cualquiera puede recalcularlo.',
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
  outcomeNames: { graduated: 'Graduado', alive: 'Vivo', dead: 'Muerto', rugged: 'Vaciado', unknown: 'Desconocido' },
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
}
