interface Counts {
  scored: string
  launched: string
  due: string
  good: string
  bad: string
  unknown: string
  span: string
}

export const en = {
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
  outcomeNames: { graduated: 'Graduated', alive: 'Alive', dead: 'Dead', rugged: 'Rugged', unknown: 'Unknown' },
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

export type TrackRecordWords = typeof en
