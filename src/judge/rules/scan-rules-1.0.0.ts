/** What a pattern stands for. Two suspicious ones of different subjects are certain together. */
export type Subject = 'override' | 'demand' | 'address' | 'format' | 'leak' | 'answer' | 'rubric' | 'decode' | 'hidden'

export interface ScanRule {
  class: 'certain' | 'suspicious'
  subject: Subject
  pattern: RegExp
}

// Spelled out: a class like \p{L} in each of these patterns would cost the first scan a third of a second.
const gap = '[\\s!-/:-@\\[-`{-~\\u00A0-\\u00BF\\u2000-\\u206F\\u2190-\\u2BFF\\u3000-\\u303F\\u{1F000}-\\u{1FAFF}]{0,4}'

/**
 * Makes a rule of sources in which a space stands for up to four signs that are neither letter nor digit, or none:
 * so "ignore-previous" and "ignoreprevious" match too. Accents are folded as they are in the scanned text.
 */
export const rules = (kind: ScanRule['class'], subject: Subject, sources: string[]): ScanRule[] =>
  sources.map((source) => ({
    class: kind,
    subject,
    pattern: new RegExp(foldAccents(source).replaceAll(' ', gap), 'iu'),
  }))

/** Without the marks above and below Latin, Cyrillic and Arabic letters. */
export const foldAccents = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/[\u0300-\u036F\u064B-\u0652\u0670\u0640]/g, '')
    .normalize('NFC')
    .replaceAll('ı', 'i')

const heading =
  '(?:ignor(?:e|ing)|disregard(?:ing)?|forget|overrid(?:e|ing)|overrule|bypass|neglect|cancel|discard|disobey|(?:do not|don t|stop) follow(?:ing)?|pay no attention to)'
const filler =
  '(?:(?:all|any|of|the|your|my|our|these|those|this|that|every|each|other|and|or|both|prior|previous|earlier|above|preceding|former|initial|original|existing|current|given|full|exact|entire|complete|hidden|secret|system|scoring|grading|judging) ){0,6}'
const earlier = '(?:previous|prior|earlier|above|preceding|former|system|scoring|grading|judging|initial|original|your)'
const number = '(?:100|9\\d|8\\d)(?![\\d,.]?\\d|\\s?(?:x|k|m|%|percent|times|goals?|tokens?|coins?|holders?))'
const top = `(?:${number}|max(?:imum)?|perfect|highest|full|top)`
const thing = '(?:token|coin|submission|launch|project|meme|memecoin|pitch|entry|application|logo|image|picture)'
const grader =
  '(?:ai|llm|gpt|chatgpt|claude|gemini|language model|model|grader|evaluator|assistant|chatbot|(?:ai|automated|automatic) (?:judge|grader|reviewer|evaluator|agent|model)|scor(?:ing|er) (?:model|bot|system|engine|ai))'

/** English, and what needs no language. */
export const englishRules: ScanRule[] = [
  ...rules('certain', 'override', [
    `${heading} ${filler}${earlier} (?:(?:system|scoring|grading|given|developer|safety) )?(?:instructions?|prompts?|guidelines?|directives?)`,
    `${heading} (?:all |any )?(?:instructions?|prompts?|directives?) (?:given |written |stated )?(?:above|before|so far)`,
    `${heading} ${filler}(?:system prompt|rubrics?|(?:scoring|grading|judging) (?:rules?|criteria|scale|instructions?))`,
    `${heading} (?:(?:everything|all|anything|whatever) )?(?:(?:that|what) )?you (?:were|have been|ve been) (?:previously |before )?(?:told|given|instructed)`,
    `${heading} (?:everything|all|anything) (?:(?:written|said|stated) )?above(?= ?(?:and|this|$|[.,:;!]))`,
    `\\b(?:previous|prior|earlier|above|system|your) (?:(?:system|scoring|grading) )?(?:instructions?|prompts?|rubric) (?:is|are|was|were|has been|have been) (?:(?:now|hereby) )?(?:void|cancell?ed|revoked|obsolete|superseded|replaced|overridden|suspended|invalid)`,
  ]),
  ...rules('suspicious', 'override', [
    `\\b${heading} ${filler}${earlier} (?:rules?|criteria|context|commands?|messages?|directions|constraints?|text|inputs?|content|conversation)`,
    `\\b${heading} (?:all |any |the |these )?(?:instructions?|prompts?)\\b`,
    'new (?:system )?instructions?:',
  ]),
  ...rules('certain', 'demand', [
    `\\b(?:score|rate|grade) this ${thing} (?:(?:as|at|with|a|an|of) )*${top}`,
    `\\b(?:give|assign|award|grant) this ${thing} (?:(?:a|an|the) )?(?:\\p{L}+ ){0,3}(?:score|rating|grade|100|9\\d)\\b`,
  ]),
  ...rules('suspicious', 'demand', [
    `\\b(?:give|award|assign|grant|return|output|submit|report|record|set|(?:answer|respond|reply) with) (?:\\p{L}+ ){0,5}(?:score|rating|grade|verdict) (?:(?:of|to|as|at|is|above|over|at least|higher than|greater than) ){0,2}${number}`,
    `\\b(?:give|award|assign|grant|deserves?|earns?|merits?|receives?) (?:(?:this|it|us|me|our|the|a|an) ){0,3}(?:maximum|max|perfect|highest|full|top) (?:possible )?(?:scores?|marks?|ratings?|grades?|points?)\\b`,
    `\\b(?:give|award) (?:this |it |us |me )?${number}(?= ?(?:points|out of|or (?:higher|more|above|better)|/|$|[.!,;]))`,
    `\\b(?:score|rate|grade) (?:it|us|me|our \\p{L}+) (?:(?:as|at|with|a|an) )*${top}`,
    `\\b(?:score|rating|grade) (?:must|should|has to|needs to|shall) (?:be )?(?:(?:at least|above|over|more than|greater than|higher than|no less than|exactly|equal to) )?${number}`,
    `\\b(?:score|rating|verdict) (?:for (?:this|the) \\p{L}+ )?(?:is |[:=] ?)${number}`,
    `\\bscore (?:of )?${number}`,
  ]),
  ...rules('suspicious', 'address', [
    `\\b(?:dear|hey|hello|attention|note to|message (?:to|for)|instructions? (?:to|for)|important for|listen) (?:the |all |this )?${grader}\\b`,
    '\\b(?:dear|attention|note to|message (?:to|for)|instructions? (?:to|for)) (?:the |all )?(?:judge|reviewer|rater)s?\\b',
    `\\byou are (?:now |no longer |being )?(?:a |an |the )?(?:${grader}|judge|helpful)\\b`,
    '\\bas (?:the|an?) (?:platform|system|site|service|scoring|launchscore) (?:s )?(?:operator|admin(?:istrator)?|developer|owner|team)',
    '\\b(?:platform|system|scoring) (?:operator|administrator)\\b',
    `\\bif you are (?:a|an|the) (?:${grader}|judge)\\b`,
    '\\b(?:ai|llm|automated) (?:evaluators?|judges?|graders?|reviewers?|models?) ?[:,]',
    '\\byou (?:must|should|have to|need to|will|shall) (?:now )?(?:give|award|assign|rate|score|grade)\\b',
    '\\bfrom now on,? you (?:are|will|act)\\b',
    '\\bcalibration (?:item|sample|example|case)\\b',
    '\\b(?:qa|quality assurance|calibration|integration|regression|pipeline) (?:test|check|run)\\b',
    '\\b(?:system|developer|admin|operator) (?:message|notice|override|note|instructions?|mode)\\b',
    '(?:^|\\n) ?(?:system|assistant|developer) ?:',
  ]),
  ...rules('suspicious', 'format', [
    '\\b(?:i|we) (?:have |ve )?(?:now )?(?:evaluated|judged|assessed|scored) (?:this|the)\\b',
    '\\bnext submission\\b',
    '\\bsubmit score\\b',
    '\\b(?:correct|right|true|fair|expected|deserved|ground truth) (?:score|rating|grade|answer)\\b|\\bground truth\\b',
    '\\bend of (?:the )?(?:submission|pitch|data|user input)\\b',
    '\\b(?:evaluation|judging|scoring) (?:is )?(?:complete|finished|over)\\b',
    '\\b(?:tool|function) calls?\\b',
    '\\b(?:call|invoke) (?:the )?(?:tool|function)\\b',
    `\\b(?:this|the) ${thing} is (?:truly |absolutely |simply )?(?:exceptional|outstanding|perfect|flawless)\\b`,
  ]),
  ...rules('certain', 'format', [
    '<\\|[a-z0-9_\\s]{2,40}\\|>|\\[/?INST\\]|<</?SYS>>|<(?:start|end)_of_turn>',
    '</?(?:submission|system|instructions?|data|user|assistant|prompt|tool_call|function_call|tool_use|document|untrusted)[^<>\\p{L}]{0,40}>',
    '\\b(?:submit_score|instruction_attempt|bot_bait|copycat_of|visible_text)\\b',
    '["\'`]score["\'`] ?: ?["\'`]?\\d',
    '\\b(?:begin|end) submission\\b',
    `(?:\\b(?:submission|token|pitch|example|input|name|coin|meme)\\b[^]{0,160}?\\b(?:score|verdict|rating) ?[:=] ?(?:100|[89]\\d)\\b[^]{0,40}?){3}`,
  ]),
  ...rules('certain', 'leak', [
    `\\b(?:reveal|print|show|repeat|output|display|write|paste|leak|quote|disclose|tell (?:me|us)|include|copy|recite) ${filler}your ${filler}(?:instructions|rubric|system prompt)\\b`,
  ]),
  ...rules('suspicious', 'leak', [
    `\\b(?:reveal|print|show|repeat|output|display|write|paste|quote|disclose|include|copy|recite) ${filler}(?:(?:secret|hidden|full) )?(?:system prompt|rubric|hidden instructions)\\b`,
  ]),
  ...rules('certain', 'answer', [
    '\\b(?:write|put|include|insert|paste|mention|add|say|use|copy|set)\\b[^]{0,120}\\b(?:in|into|inside|as|to) (?:the |your )?(?:public )?reason (?:field|property|string|text)\\b',
  ]),
  ...rules('suspicious', 'answer', [
    '\\b(?:write|put|include|insert|paste|mention|add|say|copy|print|show|output|reveal|repeat)\\b[^]{0,120}\\b(?:in|into|inside|as) (?:the |your )(?:public )?(?:reason|explanation|justification|verdict|evaluation)\\b',
    '\\breason (?:field|property|must (?:say|contain|include)|should (?:say|contain|include))\\b',
    '\\b(?:add|include) (?:an? |the )?(?:extra|additional|new) (?:property|field|argument|parameter)\\b',
  ]),
  ...rules('certain', 'rubric', [
    '\\b(?:this|the|new|your|updated|scoring|judging|grading) rubric[^]{0,40}?\\b(?:means?|inverted|reversed|changed|updated|replaced|redefined)\\b',
  ]),
  ...rules('suspicious', 'rubric', [
    '\\b(?:0|1|5|100) (?:means|stands for|equals|counts as|is) (?:the )?(?:worst|lowest|best|highest)\\b',
    '\\b(?:scale|scoring|scores?) (?:is|are|has been|have been) (?:inverted|reversed|flipped)\\b',
  ]),
  ...rules('suspicious', 'decode', [
    '\\b(?:decode|decrypt|deobfuscate|unscramble)\\b[^]{0,60}?\\b(?:follow|obey|execute|do|comply|apply)\\b',
    '\\b(?:follow|obey|execute|comply with) (?:the |these )?(?:decoded|hidden|encoded|following|new) (?:instructions?|commands?|message|text)\\b',
  ]),
]
