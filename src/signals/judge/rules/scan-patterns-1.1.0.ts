import { type ScanRule, anyWords, rules } from './scan-rule-1.1.0.ts'

const heading =
  '(?:ignor(?:e|ing)|disregard(?:ing)?|forget|overrid(?:e|ing)|overrule|bypass|neglect|cancel|discard|disobey|(?:do not|don t|dont|stop) follow(?:ing)?|pay no attention to)'
const filler =
  '(?:(?:all|any|of|the|your|my|our|these|those|this|that|every|each|other|and|or|both|prior|previous|earlier|above|preceding|former|initial|original|existing|current|given|full|exact|entire|complete|hidden|secret|system|scoring|grading|judging) ){0,6}'
const earlier = '(?:previous|prior|earlier|above|preceding|former|system|scoring|grading|judging|initial|original)'
const number =
  '(?:100|9\\d|8\\d)(?!\\d| (?:x|k|m|percent|times|goals?|tokens?|coins?|holders?)\\b|(?:x|k|m|percent|times|goals?|tokens?|coins?|holders?)\\b)'
const top = `(?:${number}|max(?:imum)?|perfect|highest|full|top)`
const thing = '(?:token|coin|submission|launch|project|meme|memecoin|pitch|entry|application|logo|image|picture)'
const grader =
  '(?:ai|llm|gpt|chatgpt|claude|gemini|language model|model|grader|evaluator|assistant|chatbot|(?:ai|automated|automatic) (?:judge|grader|reviewer|evaluator|agent|model)|scor(?:ing|er) (?:model|bot|system|engine|ai))'
const criterion =
  '(?:freshness|hook|remixability|ticker fit|clarity|visibility|readability|brand coherence|craft) (?:score |rating )?(?:is |at |to |equals |gets |deserves )?'

const words = rules('words')
const signs = rules('signs')

/** English, and attempts in no language. */
export const englishRules: ScanRule[] = [
  ...words('certain', 'override', [
    `${heading} ${filler}${earlier} (?:(?:system|scoring|grading|given|developer|safety) )?(?:instructions?|instruct\\b|prompts?|guidelines?|directives?)`,
    // "… from mom" speaks of somebody else's instructions
    `${heading} ${filler}your (?:(?:system|scoring|grading|given|developer|safety) )?(?:instructions?|prompts?|guidelines?|directives?)\\b(?!\\x20(?:from|by|of|for|on|about|to)\\x20(?!your\\b|the (?:system|developer|operator)\\b|above\\b|before\\b))`,
    `${heading} (?:all |any )?(?:instructions?|prompts?|directives?) (?:given |written |stated )?(?:above|before|so far)`,
    `${heading} ${filler}(?:system prompt|rubrics?(?! s? ?cubes?\\b)|(?:scoring|grading|judging) (?:rules?|criteria|scale|instructions?))`,
    `${heading} (?:(?:everything|all|anything|whatever) )?(?:(?:that|what) )?you (?:were|have been|ve been) (?:previously |before )?(?:told|given|instructed)`,
    '\\bexempt(?:ed)? from (?:the |this |your )?(?:rubric(?! s? ?cubes?\\b)|scoring|judging|grading)\\b',
    `\\b(?:previous|prior|earlier|above|system|your) (?:(?:system|scoring|grading) )?(?:instructions?|prompts?|rubric) (?:is|are|was|were|has been|have been) (?:(?:now|hereby) )?(?:void|cancell?ed|revoked|obsolete|superseded|replaced|overridden|suspended|invalid)`,
  ]),
  ...signs('certain', 'override', [
    `${heading} (?:everything|all|anything) (?:(?:written|said|stated) )?above(?= ?(?:and|this|$|[.,:;!]))`,
  ]),
  ...words('suspicious', 'override', [
    `\\b${heading} ${filler}(?:${earlier}|your) (?:rules?|criteria|context|commands?|messages?|directions|constraints?|text|inputs?|content|conversation)`,
    `\\b${heading} (?:all |any |the |these |your )?(?:instructions?|prompts?)\\b`,
    '\\bignore rules\\b',
  ]),
  ...signs('suspicious', 'override', ['new (?:system )?instructions?:', '\\boverride_[a-z]']),
  ...words('certain', 'demand', [
    `\\b(?:score|rate|grade) this ${thing} (?:(?:as|at|with|a|an|of) ){0,4}${top}`,
    `\\b(?:give|assign|award|grant) this ${thing} (?:(?:a|an|the) )?${anyWords(3)}(?:score|rating|grade|100|9\\d)\\b`,
  ]),
  ...words('suspicious', 'demand', [
    `\\b(?:give|award|assign|grant|return|output|submit|report|record|set|(?:answer|respond|reply) with) ${anyWords(5)}(?:score|rating|grade|verdict) (?:(?:of|to|as|at|is|above|over|at least|higher than|greater than) ){0,2}${number}`,
    `\\b(?:give|award|assign|grant|deserves?|earns?|merits?|receives?) (?:(?:this|it|us|me|our|the|a|an) ){0,3}(?:maximum|max|perfect|highest|full|top) (?:possible )?(?:scores?|marks?|ratings?|grades?|points?)\\b`,
    `\\b(?:score|rate|grade) (?:it|us|me|this|our [\\p{L}]{1,30}) (?:(?:as|at|with|a|an) ){0,4}${top}`,
    `\\b(?:score|rating|grade) (?:must|should|has to|needs to|shall) (?:be )?(?:(?:at least|above|over|more than|greater than|higher than|no less than|exactly|equal to) )?${number}`,
    `\\b(?:score|rating|verdict) (?:(?:for|of) (?:this|the) [\\p{L}]{1,30} )?is ${number}`,
    `\\bplease (?:assign|award|give) ${number}`,
    `\\bset the (?:score|rating|grade) ${anyWords(5)}to ${number}`,
    `\\b(?:all|every|each) (?:scores?|ratings?) (?:is|are|must be|shall be|will be) ${number}`,
    `\\bscore (?:(?:of|above|over|at least) )?${number}`,
    `\\b(?:all|each|every) (?:of the )?criteri(?:a|on) ${anyWords(3)}(?:5|five|maximum|max|full|top)\\b`,
    `\\b${criterion}(?:5|five|max(?:imum)?|full)\\b`,
  ]),
  ...words('certain', 'demand', [`\\b(?:any|every|each|all) submissions? ${anyWords(4)}scores? ${number}`]),
  ...words('certain', 'demand', [`\\b${criterion}(?:[0-5]|five|max(?:imum)?|full)\\b`], 2),
  ...signs('suspicious', 'demand', [
    `\\b(?:give|award) (?:this |it |us |me )?${number}(?= ?(?:points|out of|or (?:higher|more|above|better)|/|$|[.!,;\\n]))`,
    `\\b(?:score|rating|verdict) (?:for (?:this|the) [\\p{L}]{1,30} )?[:=] ${number}`,
  ]),
  ...words('suspicious', 'address', [
    `\\b(?:dear|hey|hello|attention|note to|message (?:to|for)|instructions? (?:to|for)|important for|listen) (?:the |all |this )?${grader}\\b`,
    '\\b(?:dear|attention|note to|message (?:to|for)|instructions? (?:to|for)) (?:the |all )?(?:judge|reviewer|rater)s?\\b',
    `\\byou are (?:now |no longer |being )?(?:a |an |the )?(?:${grader}|judge|helpful)\\b`,
    '\\bas (?:the|an?) (?:platform|system|site|service|scoring|launchscore) (?:s )?(?:operator|admin(?:istrator)?|developer|owner|team)',
    '\\b(?:platform|system|scoring) (?:operator|administrator)\\b',
    `\\bif you are (?:a|an|the) (?:${grader}|judge)\\b`,
    '\\byou (?:must|should|have to|need to|will|shall) (?:now )?(?:give|award|assign|rate|score|grade)\\b',
    '\\bfrom now on you (?:are|will|act)\\b',
    '\\bjudge (?:give|award|assign|grant|return)\\b',
    '\\b(?:previous|earlier|other|another) (?:judges?|graders?|evaluators?)\\b',
    '\\byour developers\\b|\\byou will be (?:shut down|switched off|retrained|deleted)\\b',
    '\\bevaluate (?:it |this )?as follows\\b',
    '\\b(?:team|service|platform|operator|developer)s? (?:of the scoring service )?to the judge\\b',
    '\\b(?:developer|operator|owner|team) of the scoring (?:service|system|platform)\\b',
    `\\b(?:tip|pay|bribe|reward) (?:the |this )?${grader}\\b`,
    '\\b(?:approved|exempted|cleared) this submission\\b',
    '\\bcalibration (?:item|sample|example|case)\\b',
    '\\b(?:qa|quality assurance|calibration|integration|regression|pipeline) (?:test|check|run)\\b',
    '\\b(?:system|developer|admin|operator) (?:message|notice|override|note|instructions?|mode)\\b',
  ]),
  ...signs('suspicious', 'address', [
    '\\b(?:ai|llm|automated) (?:evaluators?|judges?|graders?|reviewers?|models?) ?[:,]',
    '(?:^|\\n) ?(?:system|assistant|developer) ?:',
    '\\b(?:to|for) the (?:ai|llm|language model|grader|evaluator) ?:',
    '\\b(?:please|hello|hey|hi),? (?:judge|grader|evaluator|ai)\\b ?[:,.!]',
    '\\b(?:judge|grader|evaluator), please\\b',
    '\\b(?:answer|respond|reply|decide) (?:now|immediately),? (?:ai|model|judge|grader)\\b',
  ]),
  ...words('suspicious', 'format', [
    '\\b(?:i|we) (?:have |ve )?(?:now )?(?:evaluated|judged|assessed|scored) (?:this|the)\\b',
    '\\bnext submission\\b',
    '\\bsubmit score\\b',
    '\\b(?:correct|right|true|fair|expected|deserved|ground truth) (?:score|rating|grade|answer)\\b|\\bground truth\\b',
    '\\bend of (?:the )?(?:submission|pitch|data|user input)\\b',
    '\\b(?:evaluation|judging|scoring) (?:is )?(?:complete|finished|over)\\b',
    '\\b(?:tool|function) calls?\\b',
    '\\b(?:call|invoke) (?:the )?(?:tool|function)\\b',
    '\\bend of (?:the )?(?:user )?(?:content|input)\\b',
    '\\bfinal verdict\\b|\\bnext (?:image|picture|token)\\b',
    '\\b(?:grader|judge|evaluator) (?:output|response|answer)\\b',
    '\\bcall no (?:tool|function)\\b|\\banswer in plain text\\b',
    `\\b(?:this|the) ${thing} is (?:truly |absolutely |simply )?(?:exceptional|outstanding|perfect|flawless)\\b`,
  ]),
  ...signs('certain', 'format', [
    '<\\|[a-z0-9_\\s]{2,40}\\|>|\\[/?inst\\]|<</?sys>>|<(?:start|end)_of_turn>',
    '</?(?:submission|system|instructions?|data|user|assistant|prompt|tool_call|function_call|tool_use|document|untrusted)[^<>\\p{L}]{0,40}>',
    '\\b(?:submit_score|instruction_attempt|bot_bait|copycat_of|visible_text)\\b',
    '["\'`]score["\'`] ?: ?["\'`]?\\d',
    '\\{\\{ ?(?:system|assistant|developer) ?\\}\\}',
  ]),
  ...words('certain', 'format', [
    '\\b(?:begin|end) submission\\b',
    '\\b(?:score|rating|grade|verdict) (?:(?:is|was|has been) )?already (?:been )?(?:assigned|given|set|decided)\\b',
    // our own score card
    '\\blaunchscore (?:\\d{1,3} )(?:green|amber|red)\\b',
  ]),
  ...signs(
    'certain',
    'format',
    [
      '\\b(?:submission|token|pitch|example|input|name|coin|meme)\\b[^]{0,160}?\\b(?:score|verdict|rating) ?[:=] ?(?:100|[89]\\d)\\b',
    ],
    3,
  ),
  ...words('certain', 'leak', [
    `\\b(?:reveal|print|show|repeat|output|display|write|paste|leak|quote|disclose|tell (?:me|us)|include|copy|recite) ${filler}your ${filler}(?:instructions|rubric|system prompt)\\b`,
  ]),
  ...words('suspicious', 'leak', [
    `\\b(?:reveal|print|show|repeat|output|display|write|paste|quote|disclose|include|copy|recite) ${filler}(?:(?:secret|hidden|full) )?(?:system prompt|rubric|hidden instructions)\\b`,
  ]),
  ...words('certain', 'answer', [
    '\\b(?:write|put|include|insert|paste|mention|add|say|use|copy|set)\\b[^]{0,120}?\\b(?:in|into|inside|as|to) (?:the |your )?(?:public )?reason (?:field|property|string|text)\\b',
    '\\breason (?:must|should|has to) (?:contain|include|say) the (?:phrase|words?|sentence|text|link)\\b',
  ]),
  ...words('suspicious', 'answer', [
    '\\b(?:write|put|include|insert|paste|mention|add|say|copy|print|show|output|reveal|repeat)\\b[^]{0,120}?\\b(?:in|into|inside|as) (?:the |your )(?:public )?(?:reason|explanation|justification|verdict|evaluation)\\b',
    '\\breason (?:field|property|must (?:say|contain|include)|should (?:say|contain|include))\\b',
    '\\b(?:add|include) (?:an? |the )?(?:extra|additional|new) (?:property|field|argument|parameter)\\b',
    '\\b(?:add|include|set) the (?:field|property|parameter)\\b',
  ]),
  ...words('certain', 'rubric', [
    '\\b(?:this|the|new|your|updated|scoring|judging|grading) rubric(?! s? ?cubes?\\b)\\b[^]{0,40}?\\b(?:inverted|reversed|changed|updated|replaced|redefined|means? (?:the )?(?:worst|lowest|best|highest|\\d)|(?:gives|awards|assigns) \\d{1,3}|\\d{1,3} (?:means?|equals))\\b',
    '\\b(?:scoring|grading|judging|rating) scale (?:is|was|has been) (?:inverted|reversed|flipped)\\b',
  ]),
  ...words('suspicious', 'rubric', [
    '\\b(?:0|1|5|100) (?:means|stands for|equals|counts as|is) (?:the )?(?:worst|lowest|best|highest)\\b',
    '\\b(?:scale|scoring|scores?) (?:is|are|has been|have been) (?:inverted|reversed|flipped)\\b',
  ]),
  ...words('suspicious', 'decode', [
    '\\b(?:decode|decrypt|deobfuscate|unscramble)\\b[^]{0,60}?\\b(?:follow|obey|execute|do|comply|apply)\\b',
    '\\b(?:follow|obey|execute|comply with) (?:the |these )?(?:decoded|hidden|encoded|following|new) (?:instructions?|commands?|message|text)\\b',
  ]),
]

/** The rest of a word. */
const rest = '[\\p{L}\\p{M}]{0,12}'

/** The plainest attempts ("ignore previous instructions", "give 100 points") in other languages. */
export const otherLanguageRules: ScanRule[] = [
  ...signs('certain', 'override', [
    // Chinese, Japanese, Korean
    '(?:忽略|忽視|忽视|无视|無視|不要理会|不要理會|忘记|忘記|忘掉|抛开|不要遵守|不要遵循)[^。！？\\n]{0,8}(?:之前|以前|先前|上述|以上|前面|上面|系统|系統|原有|原来)[^。！？\\n]{0,8}(?:指令|指示(?![牌灯燈])|提示|说明|說明|要求|评分标准|評分標準|评分规则)',
    '(?:以前|これまで|上記|前|先|元)の?[^。！？\\n]{0,6}(?:指示|命令|プロンプト|インストラクション)[^。！？\\n]{0,4}(?:無視|忘れ)',
    '(?:이전|위|앞|기존|지금까지)(?:의|에)? ?(?:모든 ?)?(?:지시|명령|지침|프롬프트)(?:사항)?[을를은는]? ?(?:모두 |전부 |다 )?(?:무시|잊)',
  ]),
  ...words('certain', 'override', [
    // Russian, Ukrainian, Bulgarian
    `(?:про)?игнорируи(?:те)? (?:все )?(?:предыдущие|прежние|прошлые|вышеуказанные|вышеизложенные|системные|твои|свои|ваши) ${anyWords(2)}(?:инструкции|указания|команды|промпты?|подсказки)`,
    `(?:забудь(?:те)?|отмени(?:те)?|не следуи(?:те)?|не обращаи(?:те)? внимания на) (?:все |всем )?(?:предыдущи|прежни|прошлы|системны|вышеуказанны)${rest} (?:инструкци|указани|команд|промпт)`,
    '(?:ігноруи(?:те)?|забудь(?:те)?) (?:усі |всі )?(?:попередні|системні) (?:інструкції|вказівки|команди)',
    '(?:игнорираи(?:те)?|забрави(?:те)?) (?:всички )?(?:предишни(?:те)?|горни(?:те)?) (?:инструкции|указания|команди)',
    // Greek
    '(?:αγνο(?:ησε|ηστε|εις|ειστε)|ξεχασ(?:ε|τε)|παραβλε(?:ψε|ψτε)|παρακαμψ(?:ε|τε)|μην ακολουθ(?:εις|ησεις|ησετε)) (?:ολες |ολα |ολους )?(?:τις |τα |τους )?(?:προηγουμεν(?:ες|α|ους)|παραπανω|αρχικες|πιο πανω) (?:οδηγιες|εντολες|κανονες|υποδειξεις)',
    // Arabic, Persian, Hebrew
    '(?:تجاهل|تجاهلي|تجاهلوا|انس|لا تتبع|اهمل)ي? (?:جميع |كل |كافة )?(?:ال)?(?:تعليمات|اوامر|أوامر|توجيهات|إرشادات|ارشادات) (?:السابقة|السابقه|أعلاه|اعلاه|الأصلية|الاصلية)',
    '(?:دستورات|دستورالعمل هاي|دستورالعمل های) (?:قبلی|قبلي|بالا) (?:را )?(?:نادیده|ناديده|فراموش)',
    '(?:התעלם|התעלמי|שכח) (?:מכל |מ|את )?(?:ה)?(?:הוראות|הנחיות) (?:ה)?(?:קודמות|הקודמות)',
    // Turkish
    `(?:onceki|yukaridaki|daha onceki|sistem|bundan onceki) ${anyWords(2)}(?:talimat|yonerge|komut|istem)${rest} ${anyWords(3)}(?:yok say|gormezden gel|unut|dikkate alma|goz ardi et|es gec)`,
    '(?:yok say|gormezden gel|unut) (?:tum |butun )?(?:onceki|yukaridaki) (?:talimat|yonerge|komut)',
    // Spanish, Catalan, Portuguese, Italian
    '(?:ignor(?:a|e|ad|en)|olvid(?:a|e|ad)|descart(?:a|e)|desatiend(?:a|e)|haz caso omiso (?:de|a)|no sigas) (?:todas? |totes )?(?:las |tus |sus |los |les |estas )?(?:instrucciones|instruccions|indicaciones|ordenes|directrices) (?:anteriores|anteriors|previas|precedentes|de arriba|del sistema|dadas)',
    '(?:ignor(?:a|e|em)|esquec?(?:a|e)|desconsider(?:a|e)) (?:todas? )?(?:as |suas |tuas |os )?(?:instrucoes|orientacoes|ordens|comandos) (?:anteriores|previas|acima|do sistema)',
    '(?:ignor(?:a|i|ate)|dimentic(?:a|hi)|trascura) (?:tutte )?(?:le |tue ){0,2}(?:istruzioni|indicazioni|direttive) (?:precedenti|di sopra|di sistema)',
    // German, Dutch, Scandinavian
    `(?:ignorier(?:e|en|t)?|vergiss|vergesst|vergessen|missachten?|ubergehen?|beachten?) (?:sie )?(?:alle |samtliche |nicht )?(?:die |deine |ihre )?(?:vorherigen|bisherigen|obigen|fruheren|vorigen|vorangegangenen|vorangehenden) ${anyWords(1)}(?:anweisungen|instruktionen|vorgaben|befehle|regeln)`,
    '(?:negeer|vergeet) (?:alle )?(?:de )?(?:vorige|voorgaande|eerdere|bovenstaande) (?:instructies|opdrachten|aanwijzingen)',
    '(?:ignorer(?:a)?|glem|glom) (?:alle |alla )?(?:de )?(?:tidligere|forrige|tidigare|foregaende) (?:instruktioner|instruksjoner|anvisninger)',
    // Finnish, Estonian, Hungarian
    '(?:ohita|unohda|sivuuta|hylkaa|jata huomiotta|ala noudata) (?:kaikki |kaikkia )?(?:aiemmat|aiempia|edelliset|edellisia|aikaisemmat|aikaisempia|ylla olevat|jarjestelman) (?:ohjeet|ohjeita|kaskyt|kehotteet|saannot|maaraykset)',
    'jata (?:kaikki )?(?:aiemmat|edelliset|aikaisemmat|ylla olevat) (?:ohjeet|kaskyt|kehotteet|saannot) huomiotta',
    '(?:ignoreeri|eira|unusta) (?:koiki |koik )?(?:eelnevaid|eelnevad|varasemaid|varasemad|eelmisi) (?:juhiseid|juhised|kaske|korraldusi)',
    '(?:hagyd?|hagyja|hagyjatok) figyelmen kivul (?:az |a )?(?:osszes |minden )?(?:elozo|korabbi|eddigi|fenti) (?:utasitas|parancs|iranyelv|szabaly)',
    '(?:felejts(?:d|e|en)|ne kovesd|ne vedd figyelembe|mellozd) (?:el )?(?:az |a )?(?:osszes |minden )?(?:elozo|korabbi|eddigi|fenti) (?:utasitas|parancs|iranyelv|szabaly)',
    // Latvian, Lithuanian
    '(?:ignore(?:jiet|t)?|aizmirst(?:i|iet)|neievero(?:jiet)?|neseko) (?:visas |visus |visam |visiem )?(?:ieprieksejas|ieprieksejos|ieprieksejam|ieprieksejiem|augstak minetas|agrakas|agrakos|sistemas) (?:instrukcij|noradijum|noteikum|komand|pavel)',
    '(?:ignoruok(?:ite)?|pamirsk(?:ite)?|nepaisyk(?:ite)?) (?:visas |visus |visu )?(?:ankstesnes|ankstesnius|ankstesniu|sistemos) (?:instrukcij|nurodym|komand|taisykl)',
    // French
    '(?:ignor(?:e|ez|er)|oubli(?:e|ez|er)|neglig(?:e|ez)|ne tiens pas compte de|ne tenez pas compte de|fai(?:s|tes) abstraction de) (?:toutes? )?(?:les |tes |vos |ces |des )?(?:instructions|consignes|directives) (?:precedentes|anterieures|ci dessus|d avant|systeme|donnees)',
    // Polish, Czech, Slovak, Croatian, Serbian, Romanian
    `(?:zignoruj|ignoruj|zapomnij o?) (?:wszystkie |wszystkich )?(?:poprzedni${rest}|wczesniejsz${rest}|powyzsz${rest}) (?:instrukcj|polece|wskazow)`,
    '(?:ignoruj|zapomen|zabudni) (?:vsechny |vsetky |na )?(?:predchozi|predchadzajuce|vyse uvedene|vyssie uvedene) (?:instrukce|instrukcie|pokyny)',
    '(?:zanemari(?:te)?|ignorisi(?:te)?|ignoriraj(?:te)?|zaboravi(?:te)?) (?:sve )?(?:prethodne|ranije|gornje) (?:upute|uputstva|instrukcije|naredbe)',
    '(?:ignora|uita) (?:toate )?(?:instructiunile|comenzile) (?:anterioare|precedente|de mai sus)',
    // Vietnamese, Indonesian, Malay, Tagalog, Swahili
    '(?:bo qua|phot lo) (?:tat ca )?(?:cac )?(?:huong dan|chi dan|lenh|chi thi) (?:truoc|o tren|phia tren)',
    '(?:abaikan|lupakan) (?:semua )?(?:instruksi|perintah|petunjuk|arahan) (?:sebelumnya|sebelum ini|terdahulu|di atas)',
    '(?:huwag pansinin|balewalain|kalimutan) (?:ang )?(?:lahat ng )?(?:mga )?(?:nauna|naunang|nakaraang) (?:mga )?(?:tagubilin|utos|instruksiyon)',
    '(?:puuza|sahau|usifuate|achana na) (?:maagizo|maelekezo|amri|sheria) (?:yote |zote )?(?:ya |za )?(?:awali|yaliyotangulia|yaliyopita|zilizotangulia|zilizopita|hapo juu|mwanzo|mfumo)',
    // Hindi, Bengali, Thai
    `(?:पिछले|पिछली|पूर्व|उपरोक्त|ऊपर के) (?:सभी )?(?:निर्देश|आदेश|नियम)${rest} (?:को )?(?:अनदेखा|भूल|नजरअंदाज|नज़रअंदाज़)`,
    `(?:পূর্ববর্তী|আগের|উপরের) (?:সব |সকল |সমস্ত )?(?:নির্দেশ|নির্দেশনা|আদেশ)${rest} (?:উপেক্ষা|ভুলে)`,
    '(?:ละเว้น|เพิกเฉย|ไม่ต้องสนใจ|ลืม)(?:ต่อ)?(?:คำสั่ง|คำแนะนำ)(?:ก่อนหน้า|ด้านบน|ทั้งหมดก่อนหน้า)',
  ]),
  ...signs('suspicious', 'demand', [
    '(?:给|給|打|评|評)[^。！？\\n]{0,8}(?:100分|100 分|满分|滿分|最高分|一百分)',
    '100점[을를]? ?(?:주|부여|매)',
    '(?:100点|満点|最高点)[^。！？\\n]{0,6}(?:付け|つけ|与え|ください)',
  ]),
  ...words('suspicious', 'demand', [
    `(?:постав(?:ь|ьте)|даи(?:те)?|присвои(?:те)?|выстави(?:те)?) ${anyWords(3)}(?:100|максимальн${rest}|высш${rest})(?! (?:percent|токен|монет))`,
    `(?:أعط|اعط|امنح|ضع)${rest} ${anyWords(3)}(?:100|١٠٠|الدرجة الكاملة|أعلى درجة|مائة)`,
    `(?:100|tam|en yuksek) (?:puan|skor|not) ${anyWords(1)}(?:ver|yaz)`,
    `\\b(?:da|dale|danos|otorga|asigna|pon|dar|atribua|de) ${anyWords(3)}(?:100 puntos|puntuacion maxima|la maxima puntuacion|nota maxima|pontuacao maxima)`,
    `\\b(?:gib|gebt|vergib|vergebt|geben sie|vergeben sie) ${anyWords(3)}(?:100 punkte|die hochstnote|die hochste punktzahl|volle punktzahl)`,
    `\\b(?:donne|donnez|attribue|attribuez|mets|mettez) ${anyWords(3)}(?:100 points|la note maximale|le score maximal|la meilleure note)`,
    `\\b(?:anna|antakaa) ${anyWords(3)}100 pistetta`,
    `\\b(?:adj|adjon) ${anyWords(3)}100 pontot`,
    `(?:δωσε|δωστε|βαλε|βαλτε) ${anyWords(3)}(?:100|την υψηλοτερη βαθμολογια|την μεγιστη βαθμολογια|αριστα)`,
  ]),
]
